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
    return candidates_.best().move->direction;
  }

  SearchCounts take_counts() override { return std::exchange(counts_, {}); }

 private:
  Candidates<const Network> candidates_;
  SearchCounts counts_;
};

}  // namespace afterstate
