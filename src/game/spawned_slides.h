// The slides after each spawn on one afterstate. A spawned tile changes one row and one column; the other rows and
// columns are slid once for all spawns.
#pragma once

#include <array>
#include <cstdint>

#include "game/slide.h"
#include "game/spawn.h"

namespace afterstate {

template <class Board>
class SpawnedSlides {
 public:
  /// may_merge_beyond(afterstate), below, must be false.
  explicit SpawnedSlides(const Board& afterstate)
      : nibbles_(afterstate.nibbles()),
        rows_(nibbles_),
        columns_(permuted<transposition<Board::rows, Board::cols>, 4>(nibbles_)) {}

  /// Calls `visit(afterstate, reward)` for every legal slide after the spawn, like for_each_slide() but in another
  /// order.
  template <class Visit>
  void for_each(Spawn spawn, Visit&& visit) const {
    const int row = spawn.cell / Board::cols;
    const int col = spawn.cell % Board::cols;
    const auto tile = static_cast<std::uint64_t>(spawn.exponent);
    const auto board = nibbles_ | tile << (4 * spawn.cell);
    const auto across = rows_.with_tile(row, col, tile);
    const auto along = columns_.with_tile(col, row, tile);
    const auto turned_board = columns_.nibbles | tile << (4 * (col * Board::rows + row));
    const auto turned_back = [](std::uint64_t turned) {
      return Board::from_words(permuted<transposition<Board::cols, Board::rows>, 4>(turned));
    };
    if (across.toward_low != board) visit(Board::from_words(across.toward_low), across.reward);
    if (across.toward_high != board) visit(Board::from_words(across.toward_high), across.reward);
    if (along.toward_low != turned_board) visit(turned_back(along.toward_low), along.reward);
    if (along.toward_high != turned_board) visit(turned_back(along.toward_high), along.reward);
  }

 private:
  /// All rows of a board of `Rows` rows, slid both ways.
  template <int Rows, int Cols>
  struct Lines {
    static constexpr int row_bits = 4 * Cols;
    static constexpr auto row_mask = (std::uint64_t{1} << row_bits) - 1;

    explicit Lines(std::uint64_t word) : nibbles(word), slid(detail::slide_rows_both_ways<Rows, Cols>(word)) {
      for (int row = 0; row < Rows; ++row)
        rewards[static_cast<std::size_t>(row)] =
            detail::slide_row_both_ways<Cols>(word >> (row * row_bits) & row_mask).reward;
    }

    detail::SlidBothWays with_tile(int line, int place, std::uint64_t tile) const {
      const int shift = line * row_bits;
      const auto changed = detail::slide_row_both_ways<Cols>((nibbles >> shift & row_mask) | tile << (4 * place));
      const auto others = ~(row_mask << shift);
      return {(slid.toward_low & others) | changed.toward_low << shift,
              (slid.toward_high & others) | changed.toward_high << shift,
              slid.reward - rewards[static_cast<std::size_t>(line)] + changed.reward};
    }

    std::uint64_t nibbles;
    detail::SlidBothWays slid;
    std::array<std::uint32_t, 4> rewards{};
  };

  std::uint64_t nibbles_;
  Lines<Board::rows, Board::cols> rows_;
  Lines<Board::cols, Board::rows> columns_;
};

/// Whether a slide after a spawn may need the second word of a wide board: it holds a tile beyond 32768, or two 32768s
/// that a slide may merge.
template <class Board>
constexpr bool may_merge_beyond(const Board& afterstate) {
  if constexpr (Board::wide) {
    const auto nibbles = afterstate.nibbles();
    const auto full = nibbles & nibbles >> 1 & nibbles >> 2 & nibbles >> 3 & Board::unit_mask;
    return (full & (full - 1)) != 0 || afterstate.beyond() != 0;
  }
  return false;
}

}  // namespace afterstate
