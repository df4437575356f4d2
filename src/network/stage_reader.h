// Reads the stage of a board: a few table lookups, no data-dependent branches.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "game/board.h"
#include "network/staging.h"

#ifdef __AVX__
#include <immintrin.h>
#endif

namespace afterstate {

/// The stage, computed tile by tile.
template <class Board>
int stage_tile_by_tile(const Staging& staging, const Board& board) {
  std::array<int, 32> tiles{};  // number of tiles by exponent
  for (int cell = 0; cell < Board::cells; ++cell) ++tiles[static_cast<std::size_t>(board.exponent(cell))];
  if (staging.bits > 0) {
    for (std::size_t exponent = 16; exponent < tiles.size(); ++exponent) tiles[15] += tiles[exponent];
    int stage = 0;
    int left_over = 0;  // duplicates of larger tiles
    for (std::size_t exponent = 15; exponent > static_cast<std::size_t>(15 - staging.bits); --exponent) {
      const int there = tiles[exponent] + left_over;
      stage = 2 * stage + (there > 0 ? 1 : 0);
      left_over = there > 0 ? there - 1 : 0;
    }
    return stage;
  }
  int stage = 0;
  for (std::size_t number = 0; number < staging.events.size(); ++number) {
    std::uint32_t sum = 0;
    for (auto exponent = static_cast<std::size_t>(staging.events[number].least); exponent < 20; ++exponent)
      sum += static_cast<std::uint32_t>(tiles[exponent]) << exponent;
    if (sum >= staging.events[number].sum) stage = static_cast<int>(number) + 1;
  }
  return stage;
}

/// The same, vectorised. For every possible row, a table holds what it adds to the sum of each event, or to the count
/// of each large tile; these are added up over the rows of a board.
template <class Board>
class StageReader {
 public:
  explicit StageReader(Staging staging) : staging_(std::move(staging)) {
    blocks_ = staging_.bits > 0 ? 1 : (staging_.events.size() + lanes - 1) / lanes;
    thresholds_.resize(blocks_);
    for (std::size_t number = 0; number < blocks_ * lanes; ++number)
      thresholds_[number / lanes][number % lanes] =
          number < staging_.events.size() ? static_cast<std::int32_t>(staging_.events[number].sum) : INT32_MAX;
    if (staging_.count() > 1) make_rows();
  }

  const Staging& staging() const { return staging_; }

  int operator()(const Board& board) const {
    if (staging_.count() == 1) return 0;
    if (board.beyond() != 0) [[unlikely]]
      return stage_tile_by_tile(staging_, board);
    if (staging_.bits > 0) return from_counts(added_up(board.nibbles(), 0));
    int stage = 0;
    for (std::size_t block = 0; block < blocks_; ++block) {
      const Lanes passed = added_up(board.nibbles(), block) >= thresholds_[block];
      const auto bits = lanes_set(passed);
      if (bits != 0) stage = static_cast<int>(block * lanes) + std::bit_width(bits);
    }
    return stage;
  }

 private:
  static constexpr std::size_t lanes = 8;
  using Lanes [[gnu::vector_size(4 * lanes)]] = std::int32_t;
  static constexpr int row_bits = 4 * Board::cols;

  /// One bit per lane; each lane has all bits set or none.
  static std::uint32_t lanes_set(Lanes lanes_passed) {
#ifdef __AVX__
    return static_cast<std::uint32_t>(_mm256_movemask_ps(reinterpret_cast<__m256>(lanes_passed)));
#else
    std::uint32_t bits = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane)
      bits |= static_cast<std::uint32_t>(lanes_passed[lane]) & 1U << lane;
    return bits;
#endif
  }

  Lanes added_up(std::uint64_t nibbles, std::size_t block) const {
    Lanes sum{};
    for (int row = 0; row < Board::rows; ++row, nibbles >>= row_bits)
      sum += rows_[(nibbles & ((std::uint64_t{1} << row_bits) - 1)) * blocks_ + block];
    return sum;
  }

  /// Lane 0 counts the tiles of 32768, lane 1 those of 16384, and so on.
  int from_counts(Lanes counts) const {
    int stage = 0;
    int left_over = 0;
    for (int lane = 0; lane < staging_.bits; ++lane) {
      const int there = counts[lane] + left_over;
      const int any = there > 0 ? 1 : 0;
      stage = 2 * stage + any;
      left_over = there - any;
    }
    return stage;
  }

  void make_rows() {
    rows_.resize((std::size_t{1} << row_bits) * blocks_);
    for (std::size_t row = 0; row < std::size_t{1} << row_bits; ++row)
      for (int cell = 0; cell < Board::cols; ++cell) {
        const auto exponent = static_cast<int>(row >> (4 * cell) & 15U);
        if (exponent == 0) continue;
        auto* const of_row = &rows_[row * blocks_];
        if (staging_.bits > 0) {
          if (exponent > 15 - staging_.bits) of_row[0][15 - exponent] += 1;
          continue;
        }
        for (std::size_t number = 0; number < staging_.events.size(); ++number)
          if (exponent >= staging_.events[number].least) of_row[number / lanes][number % lanes] += 1 << exponent;
      }
  }

  Staging staging_;
  std::size_t blocks_ = 0;
  std::vector<Lanes> thresholds_;
  std::vector<Lanes> rows_;
};

}  // namespace afterstate
