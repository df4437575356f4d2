// The result of sliding one row, for all 65536 rows of four nibbles. Shorter rows are rows with empty cells at the end
// away from the wall, so that one table serves every board.
#pragma once

#include <array>
#include <cstdint>

namespace afterstate {

struct RowTable {
  static constexpr std::size_t size = 1U << 16;

  /// Set in a reward if two nibbles of 15 would merge: the merged tile does not fit in a nibble.
  static constexpr std::uint32_t beyond_flag = 1U << 24;

  /// Eight bytes, kept together because they are often read together.
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
