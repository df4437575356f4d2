// Statistics of many games.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "arena/game.h"
#include "base/statistics.h"

namespace afterstate {

class Summary {
 public:
  void add(const Outcome& outcome);

  std::uint64_t games() const { return scores_.size(); }
  std::uint64_t moves() const { return moves_; }

  // The functions below require at least one game.
  Estimate mean() const { return mean_of(scores_); }
  double median() const { return median_of(scores_); }
  std::uint32_t max() const { return max_; }

  /// The share of games that made a tile or a larger one, by tile value, for every tile that was made.
  std::map<std::uint32_t, Share> tiles() const;

 private:
  std::vector<std::uint32_t> scores_;
  std::vector<std::uint64_t> games_by_max_exponent_;
  std::uint64_t moves_ = 0;
  std::uint32_t max_ = 0;
};

}  // namespace afterstate
