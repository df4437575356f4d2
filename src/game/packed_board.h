// A board of any size as two words: what code that does not know the size at compile time passes around.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "game/size.h"

namespace afterstate {

/// The words of a board (BasicBoard::nibbles() and beyond()). Cell n has the same bits on boards of every size.
struct PackedBoard {
  std::uint64_t nibbles = 0;
  std::uint32_t beyond = 0;

  friend constexpr bool operator==(const PackedBoard&, const PackedBoard&) = default;
};

/// Every cell of a smaller board has the bits that it has here, so that this can show the tiles of any board.
using LargestBoard = BasicBoard<4, 4>;

template <class Board>
constexpr PackedBoard packed(const Board& board) {
  return {board.nibbles(), board.beyond()};
}

/// `board` was packed from a board of this type.
template <class Board>
constexpr Board unpacked(const PackedBoard& board) {
  return Board::from_words(board.nibbles, board.beyond);
}

/// From the exponents of all cells, row by row.
PackedBoard packed_from(std::span<const int> exponents);

/// The exponents of all cells of a board of that size, row by row.
std::vector<int> exponents_of(const PackedBoard& board, Size size);

}  // namespace afterstate
