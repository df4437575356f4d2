// What a slide does to one row, for all 65536 rows of four nibbles. Shorter rows are rows with empty cells at the end
// away from the wall, so that one table serves every board.
#pragma once

#include <array>
#include <cstdint>

namespace afterstate {

struct RowTable {
  static constexpr std::size_t size = 1U << 16;

  /// Set in a reward where two nibbles of 15 would merge: a nibble cannot hold the tile that they make.
  static constexpr std::uint32_t beyond_flag = 1U << 24;

  std::array<std::uint16_t, size> toward_low;   ///< the row slid toward its lowest nibble
  std::array<std::uint16_t, size> toward_high;  ///< the row slid toward its highest nibble
  std::array<std::uint32_t, size> reward;       ///< the same either way: half of each run of equal tiles merges

  RowTable();
};

extern const RowTable row_table;

}  // namespace afterstate
