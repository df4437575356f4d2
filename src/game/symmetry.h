// The symmetries of square and oblong boards, and the canonical form of a board under them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "game/board.h"

namespace afterstate {

/// Where each cell of a board goes.
template <int Cells>
struct CellMap {
  std::array<int, Cells> target;
};

template <int Rows, int Cols>
inline constexpr auto transposition = [] {
  CellMap<Rows * Cols> map{};
  for (int row = 0; row < Rows; ++row)
    for (int col = 0; col < Cols; ++col) map.target[row * Cols + col] = col * Rows + row;
  return map;
}();

/// Left and right change places.
template <int Rows, int Cols>
inline constexpr auto mirroring = [] {
  CellMap<Rows * Cols> map{};
  for (int row = 0; row < Rows; ++row)
    for (int col = 0; col < Cols; ++col) map.target[row * Cols + col] = row * Cols + Cols - 1 - col;
  return map;
}();

/// Top and bottom change places.
template <int Rows, int Cols>
inline constexpr auto flipping = [] {
  CellMap<Rows * Cols> map{};
  for (int row = 0; row < Rows; ++row)
    for (int col = 0; col < Cols; ++col) map.target[row * Cols + col] = (Rows - 1 - row) * Cols + col;
  return map;
}();

namespace detail {

template <CellMap map, int bits>
constexpr std::uint64_t mask_of_distance(int distance) {
  std::uint64_t mask = 0;
  for (int cell = 0; cell < static_cast<int>(map.target.size()); ++cell)
    if (map.target[static_cast<std::size_t>(cell)] - cell == distance)
      mask |= ((std::uint64_t{1} << bits) - 1) << (bits * cell);
  return mask;
}

template <CellMap map, int bits, int distance>
constexpr std::uint64_t moved_by(std::uint64_t word) {
  constexpr auto mask = mask_of_distance<map, bits>(distance);
  if constexpr (mask == 0)
    return 0;
  else if constexpr (distance < 0)
    return (word & mask) >> (bits * -distance);
  else
    return (word & mask) << (bits * distance);
}

}  // namespace detail

/// Permutes a word that holds `bits` bits a cell. Cells that move by the same distance move together: one mask and one
/// shift for each distance, all of them constants.
template <CellMap map, int bits>
constexpr std::uint64_t permuted(std::uint64_t word) {
  constexpr int cells = static_cast<int>(map.target.size());
  return [word]<int... index>(std::integer_sequence<int, index...>) {
    return (detail::moved_by<map, bits, index - (cells - 1)>(word) | ...);
  }(std::make_integer_sequence<int, 2 * cells - 1>{});
}

namespace detail {

template <class Target, CellMap map, class Source>
constexpr Target permuted_board(const Source& board) {
  std::uint32_t beyond = 0;
  if (Source::wide && board.beyond() != 0) [[unlikely]]
    beyond = static_cast<std::uint32_t>(permuted<map, 2>(board.beyond()));
  return Target::from_words(permuted<map, 4>(board.nibbles()), beyond);
}

}  // namespace detail

/// Rows become columns.
template <int Rows, int Cols, bool Wide>
constexpr Board<Cols, Rows, Wide> transposed(const Board<Rows, Cols, Wide>& board) {
  return detail::permuted_board<Board<Cols, Rows, Wide>, transposition<Rows, Cols>>(board);
}

template <int Rows, int Cols, bool Wide>
constexpr Board<Rows, Cols, Wide> mirrored(const Board<Rows, Cols, Wide>& board) {
  return detail::permuted_board<Board<Rows, Cols, Wide>, mirroring<Rows, Cols>>(board);
}

template <int Rows, int Cols, bool Wide>
constexpr Board<Rows, Cols, Wide> flipped(const Board<Rows, Cols, Wide>& board) {
  return detail::permuted_board<Board<Rows, Cols, Wide>, flipping<Rows, Cols>>(board);
}

/// 8 for square boards, 4 for oblong ones.
template <class Board>
inline constexpr int symmetry_count = Board::rows == Board::cols ? 8 : 4;

/// The images of a board under all symmetries, itself first; images may coincide.
template <class Board>
constexpr std::array<Board, symmetry_count<Board>> symmetric_images(const Board& board) {
  const Board upside_down = flipped(board);
  if constexpr (Board::rows == Board::cols) {
    const Board turned = transposed(board);
    const Board turned_upside_down = flipped(turned);
    return {board,  mirrored(board),  upside_down,        mirrored(upside_down),
            turned, mirrored(turned), turned_upside_down, mirrored(turned_upside_down)};
  } else {
    return {board, mirrored(board), upside_down, mirrored(upside_down)};
  }
}

/// The least of the symmetric images: one board for each class of boards that play alike.
template <class Board>
constexpr Board canonical(const Board& board) {
  const auto images = symmetric_images(board);
  return *std::min_element(images.begin(), images.end());
}

}  // namespace afterstate
