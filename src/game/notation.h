// Boards as text: the tile values row by row, separated by spaces, commas or slashes, 0 or '.' for an empty cell.
#pragma once

#include <cassert>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "game/board.h"
#include "game/packed_board.h"
#include "game/size.h"

namespace afterstate {

/// The exponents of a board of that size; throws UserError if the text is not such a board.
std::vector<int> parse_exponents(std::string_view text, Size size);

/// "2 0 0 4/0 0 0 0/..." with one slash between rows.
std::string notation_of(std::span<const int> exponents, Size size);

inline std::string notation_of(const PackedBoard& board, Size size) {
  return notation_of(exponents_of(board, size), size);
}

template <class Board>
Board board_from(std::span<const int> exponents) {
  assert(exponents.size() == Board::cells);
  Board board;
  for (int cell = 0; cell < Board::cells; ++cell) board.set_exponent(cell, exponents[static_cast<std::size_t>(cell)]);
  return board;
}

template <class Board>
Board parse_board(std::string_view text) {
  return board_from<Board>(parse_exponents(text, size_of<Board>));
}

template <class Board>
std::vector<int> exponents_of(const Board& board) {
  std::vector<int> exponents;
  for (int cell = 0; cell < Board::cells; ++cell) exponents.push_back(board.exponent(cell));
  return exponents;
}

template <class Board>
std::string notation_of(const Board& board) {
  return notation_of(exponents_of(board), size_of<Board>);
}

/// The value of a tile, 0 for an empty cell.
constexpr std::uint32_t tile_value(int exponent) { return exponent == 0 ? 0 : 1U << exponent; }

}  // namespace afterstate
