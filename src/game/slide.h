// Slides: the moves of the player. A slide is legal only if it changes the board.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "game/board.h"
#include "game/direction.h"
#include "game/merge.h"
#include "game/row_table.h"
#include "game/symmetry.h"

namespace afterstate {

/// The result of a slide: the board before the spawn, and the sum of the tiles that the merges made.
template <class Board>
struct Slid {
  Board afterstate;
  std::uint32_t reward;

  friend constexpr bool operator==(const Slid&, const Slid&) = default;
};

namespace detail {

struct SlidRows {
  std::uint64_t nibbles;
  std::uint32_t reward;
};

/// Fits in two registers: a larger result on the rare path would force the common path through memory too.
struct SlidWords {
  std::uint64_t nibbles;
  std::uint32_t beyond;
  std::uint32_t reward;
};

/// Both slides along the rows.
struct SlidBothWays {
  std::uint64_t toward_low = 0;
  std::uint64_t toward_high = 0;
  std::uint32_t reward = 0;
};

/// One row of `Cols` nibbles; the results have `Cols` nibbles too.
template <int Cols>
inline SlidBothWays slide_row_both_ways(std::uint64_t row) {
  constexpr int shift = 16 - 4 * Cols;  // a short row is aligned to the wall that it slides to
  const auto& low = row_table.rows[row];
  const auto& high = row_table.rows[row << shift];
  return {low.toward_low, std::uint64_t{high.toward_high} >> shift, low.reward};
}

/// Slides every row of `Cols` nibbles with the row table.
template <int Rows, int Cols>
inline SlidBothWays slide_rows_both_ways(std::uint64_t nibbles) {
  constexpr int row_bits = 4 * Cols;
  constexpr auto row_mask = (std::uint64_t{1} << row_bits) - 1;
  SlidBothWays slid;
  for (int row = 0; row < Rows; ++row) {
    const auto one = slide_row_both_ways<Cols>(nibbles >> (row * row_bits) & row_mask);
    slid.toward_low |= one.toward_low << (row * row_bits);
    slid.toward_high |= one.toward_high << (row * row_bits);
    slid.reward += one.reward;
  }
  return slid;
}

/// One of the two slides; the compiler removes the computation of the other.
template <int Rows, int Cols>
inline SlidRows slide_rows(std::uint64_t nibbles, bool toward_origin) {
  const auto slid = slide_rows_both_ways<Rows, Cols>(nibbles);
  return {toward_origin ? slid.toward_low : slid.toward_high, slid.reward};
}

template <class Board>
inline SlidRows slide_nibbles(std::uint64_t nibbles, Direction direction) {
  constexpr int rows = Board::rows;
  constexpr int cols = Board::cols;
  if (!is_vertical(direction)) return slide_rows<rows, cols>(nibbles, is_toward_origin(direction));
  const auto turned = permuted<transposition<rows, cols>, 4>(nibbles);
  const auto slid = slide_rows<cols, rows>(turned, is_toward_origin(direction));
  return {permuted<transposition<cols, rows>, 4>(slid.nibbles), slid.reward};
}

/// The slow path, for boards that hold or make a tile beyond 32768. 131072 is the largest tile that can exist: two of
/// them meet only on a board that was set up by hand, and do not merge.
template <class Board>
[[gnu::noinline, gnu::cold]] SlidWords slide_beyond(Board board, Direction direction) {
  constexpr int largest = 17;
  const int length = is_vertical(direction) ? Board::rows : Board::cols;
  const int lines = Board::cells / length;
  const int step = is_vertical(direction) ? Board::cols : 1;
  const int line_step = is_vertical(direction) ? 1 : Board::cols;
  const auto cell_of = [&](int line, int n) {
    return line * line_step + (is_toward_origin(direction) ? n : length - 1 - n) * step;
  };
  Board afterstate = board;
  std::uint32_t reward = 0;
  for (int line = 0; line < lines; ++line) {
    std::array<int, 4> exponents{};
    for (int n = 0; n < length; ++n) exponents[static_cast<std::size_t>(n)] = board.exponent(cell_of(line, n));
    reward += merge_toward_front(exponents, largest).reward;
    for (int n = 0; n < length; ++n) afterstate.set_exponent(cell_of(line, n), exponents[static_cast<std::size_t>(n)]);
  }
  return {afterstate.nibbles(), afterstate.beyond(), reward};
}

template <class Board>
[[gnu::noinline, gnu::cold]] DirectionSet legal_moves_beyond(Board board) {
  DirectionSet legal;
  for (const auto direction : all_directions) {
    const auto slid = slide_beyond(board, direction);
    legal.insert_if(Board::from_words(slid.nibbles, slid.beyond) != board, direction);
  }
  return legal;
}

}  // namespace detail

/// The slide in that direction, or nothing if it is illegal.
template <class Board>
inline std::optional<Slid<Board>> slide(const Board& board, Direction direction) {
  const auto slid = detail::slide_nibbles<Board>(board.nibbles(), direction);
  if constexpr (Board::wide)
    if (board.beyond() != 0 || slid.reward >= RowTable::beyond_flag) [[unlikely]] {
      const auto words = detail::slide_beyond(board, direction);
      const auto afterstate = Board::from_words(words.nibbles, words.beyond);
      if (afterstate == board) return std::nullopt;
      return Slid<Board>{afterstate, words.reward};
    }
  if (slid.nibbles == board.nibbles()) return std::nullopt;
  return Slid<Board>{Board::from_words(slid.nibbles), slid.reward};
}

/// Calls `visit(direction, slid)` for every legal slide, in the order of all_directions. One pass over the rows and one
/// over the columns serve two directions each.
template <class Board, class Visit>
inline void for_each_slide(const Board& board, Visit&& visit) {
  constexpr int rows = Board::rows;
  constexpr int cols = Board::cols;
  const auto nibbles = board.nibbles();
  const auto across = detail::slide_rows_both_ways<rows, cols>(nibbles);
  const auto along = detail::slide_rows_both_ways<cols, rows>(permuted<transposition<rows, cols>, 4>(nibbles));
  if constexpr (Board::wide)
    if (board.beyond() != 0 || std::max(across.reward, along.reward) >= RowTable::beyond_flag) [[unlikely]] {
      for (const auto direction : all_directions)
        if (const auto slid = slide(board, direction)) visit(direction, *slid);
      return;
    }
  const auto visit_if_legal = [&](Direction direction, std::uint64_t slid, std::uint32_t reward) {
    if (slid != nibbles) visit(direction, Slid<Board>{Board::from_words(slid), reward});
  };
  const auto turned_back = [](std::uint64_t turned) { return permuted<transposition<cols, rows>, 4>(turned); };
  visit_if_legal(Direction::up, turned_back(along.toward_low), along.reward);
  visit_if_legal(Direction::right, across.toward_high, across.reward);
  visit_if_legal(Direction::down, turned_back(along.toward_high), along.reward);
  visit_if_legal(Direction::left, across.toward_low, across.reward);
}

/// The directions in which a slide changes the board.
template <class Board>
inline DirectionSet legal_moves(const Board& board) {
  if constexpr (Board::wide)
    if (board.beyond() != 0) [[unlikely]]
      return detail::legal_moves_beyond(board);

  // Neighbours a and b, with b `distance` nibbles above a: a slide toward a is legal if a is empty and b is not, a
  // slide toward b in the opposite case, and both if a and b are equal tiles.
  DirectionSet legal;
  const auto nibbles = board.nibbles();
  const auto occupied = occupied_units(board);
  const auto add_axis = [&](int distance, std::uint64_t lower_of_pair, Direction to_lower, Direction to_upper) {
    const auto difference = nibbles ^ nibbles >> distance;
    const auto difference_pairs = difference | difference >> 1;
    const auto unequal = difference_pairs | difference_pairs >> 2;
    const auto upper_occupied = occupied >> distance;
    const auto merge = occupied & ~unequal;
    legal.insert_if(((merge | (~occupied & upper_occupied)) & lower_of_pair) != 0, to_lower);
    legal.insert_if(((merge | (occupied & ~upper_occupied)) & lower_of_pair) != 0, to_upper);
  };
  constexpr auto row_units = Board::unit_mask >> (4 * (Board::cells - Board::cols));
  constexpr auto last_column = Board::unit_mask / row_units << (4 * (Board::cols - 1));
  if constexpr (Board::cols > 1) add_axis(4, Board::unit_mask & ~last_column, Direction::left, Direction::right);
  if constexpr (Board::rows > 1)
    add_axis(4 * Board::cols, Board::unit_mask >> (4 * Board::cols), Direction::up, Direction::down);
  return legal;
}

}  // namespace afterstate
