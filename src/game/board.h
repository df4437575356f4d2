// A 2048 board as a value type.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <compare>
#include <cstdint>
#include <functional>
#include <type_traits>

namespace afterstate {

/// Four bits per cell hold the exponent of its tile: 0 empty, 1 for 2, ... 15 for 32768; cell 0 is the upper left one,
/// in the lowest bits, and cells go row by row. On a wide board the nibble 15 means "32768 or more", and two bits per
/// cell in a second word count the doublings beyond 32768 (docs/decisions/0001-tiles-beyond-32768.md). Boards of fewer
/// than twelve cells cannot make a 65536 even if they are set up by hand.
template <int Rows, int Cols, bool Wide = (Rows * Cols >= 12)>
class BasicBoard {
  static_assert(Rows >= 1 && Rows <= 4 && Cols >= 1 && Cols <= 4 && Rows * Cols >= 2);

 public:
  static constexpr int rows = Rows;
  static constexpr int cols = Cols;
  static constexpr int cells = Rows * Cols;
  static constexpr bool wide = Wide;

  /// The lowest bit of every cell's nibble.
  static constexpr std::uint64_t unit_mask = 0x1111'1111'1111'1111ULL >> (64 - 4 * cells);

  constexpr BasicBoard() = default;

  /// From packed words, as returned by nibbles() and beyond().
  static constexpr BasicBoard from_words(std::uint64_t nibbles, std::uint32_t beyond = 0) {
    BasicBoard board;
    board.nibbles_ = nibbles;
    if constexpr (Wide) board.beyond_ = beyond;
    assert(Wide || beyond == 0);
    return board;
  }

  /// log2 of the tile, 0 for an empty cell.
  constexpr int exponent(int cell) const {
    assert(cell >= 0 && cell < cells);
    const auto nibble = static_cast<int>(nibbles_ >> (4 * cell) & 15U);
    return nibble + static_cast<int>(beyond() >> (2 * cell) & 3U);
  }

  constexpr void set_exponent(int cell, int exponent) {
    assert(cell >= 0 && cell < cells && exponent >= 0 && exponent <= (Wide ? 18 : 15));
    const int doublings = exponent > 15 ? exponent - 15 : 0;
    nibbles_ &= ~(std::uint64_t{15} << (4 * cell));
    nibbles_ |= static_cast<std::uint64_t>(exponent - doublings) << (4 * cell);
    if constexpr (Wide) {
      beyond_ &= ~(3U << (2 * cell));
      beyond_ |= static_cast<std::uint32_t>(doublings) << (2 * cell);
    }
  }

  /// The nibbles of all cells; tiles beyond 32768 read as 32768.
  constexpr std::uint64_t nibbles() const { return nibbles_; }

  /// Two bits per cell: doublings beyond 32768. Zero on almost all boards.
  constexpr std::uint32_t beyond() const {
    if constexpr (Wide) return beyond_;
    return 0;
  }

  friend constexpr bool operator==(const BasicBoard&, const BasicBoard&) = default;
  friend constexpr auto operator<=>(const BasicBoard&, const BasicBoard&) = default;

 private:
  struct Nothing {
    friend constexpr auto operator<=>(const Nothing&, const Nothing&) = default;
  };

  std::uint64_t nibbles_ = 0;
  [[no_unique_address]] std::conditional_t<Wide, std::uint32_t, Nothing> beyond_{};
};

/// log2 of the largest tile that a game can make on `cells` cells: every cell but one doubles a spawned 4.
constexpr int largest_exponent(int cells) { return cells + 1; }

/// The lowest bit of the nibble of every occupied cell.
template <class Board>
constexpr std::uint64_t occupied_units(const Board& board) {
  const auto nibbles = board.nibbles();
  const auto pairs = nibbles | nibbles >> 1;
  return (pairs | pairs >> 2) & Board::unit_mask;
}

template <class Board>
constexpr int empty_count(const Board& board) {
  return Board::cells - std::popcount(occupied_units(board));
}

/// The sum of all tiles: a slide keeps it, a spawn adds 2 or 4.
template <class Board>
constexpr std::uint32_t tile_sum(const Board& board) {
  std::uint32_t sum = 0;
  for (int cell = 0; cell < Board::cells; ++cell) sum += (1U << board.exponent(cell)) & ~1U;
  return sum;
}

/// The progress of a game: half the tile sum (Terauchi et al.).
template <class Board>
constexpr std::uint32_t progress(const Board& board) {
  return tile_sum(board) / 2;
}

/// The exponent of the largest tile, 0 for an empty board.
template <class Board>
constexpr int max_exponent(const Board& board) {
  int largest = 0;
  if (board.beyond() == 0) [[likely]]
    for (auto rest = board.nibbles(); rest != 0; rest >>= 4) largest = std::max(largest, static_cast<int>(rest & 15U));
  else
    for (int cell = 0; cell < Board::cells; ++cell) largest = std::max(largest, board.exponent(cell));
  return largest;
}

namespace detail {

/// Bit 4 of every byte says whether the even (first) or odd cell in it has a tile of 2^`exponent` or more: adding makes
/// the nibble carry.
struct LargeTiles {
  std::uint64_t even;
  std::uint64_t odd;
};

template <class Board>
constexpr LargeTiles large_tiles(const Board& board, int exponent) {
  assert(exponent >= 1 && exponent <= 15);
  constexpr std::uint64_t every_other = 0x0F0F'0F0F'0F0F'0F0FULL;
  const auto to_carry = static_cast<std::uint64_t>(16 - exponent) * 0x0101'0101'0101'0101ULL;
  return {((board.nibbles() & every_other) + to_carry) & ~every_other,
          ((board.nibbles() >> 4 & every_other) + to_carry) & ~every_other};
}

}  // namespace detail

/// Whether a tile is 2^`exponent` or larger, for exponents of 1 to 15.
template <class Board>
constexpr bool has_tile_from(const Board& board, int exponent) {
  const auto [even, odd] = detail::large_tiles(board, exponent);
  return (even | odd) != 0;
}

/// The cells with tiles of 2^`exponent` or more, one bit per cell, for exponents of 1 to 15.
template <class Board>
constexpr std::uint16_t cells_from(const Board& board, int exponent) {
  const auto [even, odd] = detail::large_tiles(board, exponent);
  auto bits = even >> 4 | odd >> 3;  // two bits at the bottom of every byte
  bits = (bits | bits >> 6) & 0x000F'000F'000F'000FULL;
  bits = (bits | bits >> 12) & 0x0000'00FF'0000'00FFULL;
  return static_cast<std::uint16_t>(bits | bits >> 24);
}

}  // namespace afterstate

template <int Rows, int Cols, bool Wide>
struct std::hash<afterstate::BasicBoard<Rows, Cols, Wide>> {
  std::size_t operator()(const afterstate::BasicBoard<Rows, Cols, Wide>& board) const {
    const auto mixed = (board.nibbles() ^ board.beyond()) * 0x9E37'79B9'7F4A'7C15ULL;
    return mixed ^ mixed >> 32;
  }
};
