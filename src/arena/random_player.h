// Plays any legal move: the bottom of every comparison.
#pragma once

#include "arena/player.h"
#include "base/random.h"
#include "game/slide.h"

namespace afterstate {

template <class Board>
class RandomPlayer final : public Player<Board> {
 public:
  std::optional<Direction> choose(const Board& board, const Chance& chance, std::uint32_t turn) override {
    const auto legal = legal_moves(board);
    if (legal.empty()) return std::nullopt;
    const auto n = uniform_below(chance.choice(turn).first, static_cast<std::uint64_t>(legal.size()));
    return legal.nth(static_cast<int>(n));
  }
};

}  // namespace afterstate
