// Takes the best move by the exact values of a database.
#pragma once

#include <utility>

#include "arena/move_values.h"
#include "arena/player.h"

namespace afterstate {

template <class Board>
class PerfectPlayer final : public Player<Board> {
 public:
  explicit PerfectPlayer(const ValueDatabase& database) : database_(database) {}

  std::optional<Direction> choose(const Board& board, const Chance& /*chance*/, std::uint32_t /*turn*/) override {
    const auto values = move_values(database_, board);
    counts_.nodes += values.count();
    const auto best = values.best();
    if (best) expected_ = *values[*best];
    return best;
  }

  std::optional<double> expected() const override { return expected_; }

  SearchCounts take_counts() override { return std::exchange(counts_, {}); }

 private:
  const ValueDatabase& database_;
  double expected_ = 0;
  SearchCounts counts_;
};

}  // namespace afterstate
