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

  /// Together in eight bytes: whoever wants one of them often wants the others.
  struct Row {
    std::uint16_t toward_low;   ///< the row slid toward its lowest nibble
    std::uint16_t toward_high;  ///< the row slid toward its highest nibble
    std::uint32_t reward;       ///< the same either way: half of each run of equal tiles merges
  };

  std::array<Row, size> rows;

  RowTable();
};

extern const RowTable row_table;

}  // namespace afterstate
