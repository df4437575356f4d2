// Converts between the entries of a table and patterns: the tiles that the cells of the tuple show.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "network/network_shape.h"

namespace afterstate {

/// A linear map from patterns (one nibble per cell of a tuple, lowest cell first) to numbers: each bit of the tile in
/// each cell adds a constant. Three cells are looked up at a time.
class PatternMap {
 public:
  /// `of_bit[4 * cell + bit]` is what that bit of the cell adds.
  explicit PatternMap(const std::vector<std::uint64_t>& of_bit) : parts_((of_bit.size() + part_bits - 1) / part_bits) {
    for (std::size_t bit = 0; bit < of_bit.size(); ++bit)
      for (std::size_t value = 0; value < part_size; ++value)
        if ((value >> bit % part_bits & 1U) != 0) parts_[bit / part_bits][value] += of_bit[bit];
  }

  std::uint64_t operator()(std::uint64_t pattern) const {
    std::uint64_t sum = 0;
    for (const auto& part : parts_) {
      sum += part[pattern % part_size];
      pattern /= part_size;
    }
    return sum;
  }

 private:
  static constexpr std::size_t part_bits = 12;
  static constexpr std::size_t part_size = std::size_t{1} << part_bits;

  std::vector<std::array<std::uint64_t, part_size>> parts_;
};

/// What each bit of a cell adds to the entry of its table, as in TableIndex: a number in base `tile_values`, or for
/// sixteen tile values the lower two bits of all cells and then the upper two.
inline std::vector<std::uint64_t> entry_of_bit(int cells, int tile_values) {
  std::vector<std::uint64_t> of_bit;
  std::uint64_t place = 1;
  for (int cell = 0; cell < cells; ++cell, place *= static_cast<std::uint64_t>(tile_values))
    for (int bit = 0; bit < 4; ++bit)
      of_bit.push_back(tile_values < max_tile_values
                           ? place << bit
                           : std::uint64_t{1} << (2 * cell + bit % 2 + (bit < 2 ? 0 : 2 * cells)));
  return of_bit;
}

/// The inverse: the pattern of an entry, looked up in two halves.
class EntryPatterns {
 public:
  EntryPatterns(int cells, int tile_values) {
    const bool packed = tile_values == max_tile_values;
    split_ = 1;
    for (int cell = 0; cell < (packed ? cells : cells / 2); ++cell)
      split_ *= packed ? 4 : static_cast<std::uint64_t>(tile_values);
    std::uint64_t upper = 1;
    for (int cell = 0; cell < (packed ? cells : cells - cells / 2); ++cell)
      upper *= packed ? 4 : static_cast<std::uint64_t>(tile_values);
    const auto pattern = [&](std::uint64_t entry) { return cell_by_cell(entry, cells, tile_values); };
    for (std::uint64_t n = 0; n < split_; ++n) lower_.push_back(pattern(n));
    for (std::uint64_t n = 0; n < upper; ++n) upper_.push_back(pattern(n * split_));
  }

  std::uint64_t operator()(std::uint64_t entry) const { return lower_[entry % split_] | upper_[entry / split_]; }

 private:
  static std::uint64_t cell_by_cell(std::uint64_t entry, int cells, int tile_values) {
    std::uint64_t pattern = 0;
    for (int cell = 0; cell < cells; ++cell) {
      std::uint64_t tile = 0;
      if (tile_values < max_tile_values) {
        tile = entry % static_cast<std::uint64_t>(tile_values);
        entry /= static_cast<std::uint64_t>(tile_values);
      } else {
        tile = (entry >> (2 * cell) & 3U) | (entry >> (2 * cells + 2 * cell) & 3U) << 2;
      }
      pattern |= tile << (4 * cell);
    }
    return pattern;
  }

  std::uint64_t split_;
  std::vector<std::uint64_t> lower_;
  std::vector<std::uint64_t> upper_;
};

}  // namespace afterstate
