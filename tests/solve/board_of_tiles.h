// From the tiles of a slow twin to a board.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace afterstate {

template <class Board>
Board board_of(const std::vector<std::uint32_t>& tiles) {
  Board board;
  for (int cell = 0; cell < Board::cells; ++cell) {
    const auto tile = tiles[static_cast<std::size_t>(cell)];
    board.set_exponent(cell, tile == 0 ? 0 : std::countr_zero(tile));
  }
  return board;
}

}  // namespace afterstate
