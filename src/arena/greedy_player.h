// Takes the largest reward at once, equal ones by lot.
#pragma once

#include <cstdint>

#include "arena/player.h"
#include "base/random.h"
#include "game/slide.h"

namespace afterstate {

template <class Board>
class GreedyPlayer final : public Player<Board> {
 public:
  std::optional<Direction> choose(const Board& board, const Chance& chance, std::uint32_t turn) override {
    DirectionSet best;
    std::uint32_t best_reward = 0;
    for (const auto direction : all_directions)
      if (const auto slid = slide(board, direction); slid && slid->reward >= best_reward) {
        if (slid->reward > best_reward) best = {};
        best_reward = slid->reward;
        best.insert(direction);
      }
    if (best.empty()) return std::nullopt;
    const auto n = uniform_below(chance.choice(turn).first, static_cast<std::uint64_t>(best.size()));
    return best.nth(static_cast<int>(n));
  }
};

}  // namespace afterstate
