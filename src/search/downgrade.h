// Tile downgrading: boards with tiles that a network has rarely seen are shown to it with smaller ones (Guei et al.).
#pragma once

#include "game/board.h"

namespace afterstate {

/// If the largest tile is 2^`from` or more, halves every tile above the largest missing one. Tiles that differ stay
/// different, so the same moves are legal.
template <class Board>
constexpr Board downgraded(const Board& board, int from) {
  if (from <= 15 && !has_tile_from(board, from)) [[likely]]
    return board;
  const int largest = max_exponent(board);
  if (largest < from) return board;
  std::uint32_t present = 0;
  for (int cell = 0; cell < Board::cells; ++cell) present |= 1U << board.exponent(cell);
  int missing = largest - 1;
  while (missing > 0 && (present >> missing & 1U) != 0) --missing;
  if (missing == 0) return board;  // no tile is missing
  auto smaller = board;
  for (int cell = 0; cell < Board::cells; ++cell)
    if (board.exponent(cell) > missing) smaller.set_exponent(cell, board.exponent(cell) - 1);
  return smaller;
}

}  // namespace afterstate
