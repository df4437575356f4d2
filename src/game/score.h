// The score of a game, computed from its last board.
#pragma once

#include <cstdint>

#include "game/board.h"

namespace afterstate {

/// A tile v was made from 2s by merges that scored v (log2 v - 1) in total; a spawned 4 skipped one merge of 4.
template <class Board>
constexpr std::uint32_t score_from_board(const Board& board, std::uint32_t fours_spawned) {
  std::uint32_t score = 0;
  for (int cell = 0; cell < Board::cells; ++cell) {
    const int exponent = board.exponent(cell);
    if (exponent > 1) score += static_cast<std::uint32_t>(exponent - 1) << exponent;
  }
  return score - 4 * fours_spawned;
}

}  // namespace afterstate
