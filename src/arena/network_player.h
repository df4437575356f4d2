// Takes the move with the largest sum of reward and value of the afterstate.
#pragma once

#include <utility>

#include "arena/player.h"
#include "value/candidates.h"

namespace afterstate {

template <class Network>
class NetworkPlayer final : public Player<typename Network::Board> {
 public:
  explicit NetworkPlayer(const Network& network) : candidates_(network) {}

  std::optional<Direction> choose(const typename Network::Board& board, const Chance& /*chance*/,
                                  std::uint32_t /*turn*/) override {
    candidates_.look_up(board);
    counts_.nodes += candidates_.moves().size();
    if (candidates_.empty()) return std::nullopt;
    const auto best = candidates_.best();
    expected_ = best.total;
    return best.move->direction;
  }

  std::optional<double> expected() const override { return expected_; }

  SearchCounts take_counts() override { return std::exchange(counts_, {}); }

 private:
  Candidates<const Network> candidates_;
  float expected_ = 0;
  SearchCounts counts_;
};

}  // namespace afterstate
