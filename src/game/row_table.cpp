#include "game/row_table.h"

#include <algorithm>

#include "game/merge.h"

namespace afterstate {

namespace {

using Line = std::array<int, 4>;

Line unpacked(std::size_t row) {
  Line line{};
  for (std::size_t cell = 0; cell < 4; ++cell) line[cell] = static_cast<int>(row >> (4 * cell) & 15U);
  return line;
}

std::uint16_t packed(const Line& line) {
  unsigned row = 0;
  for (std::size_t cell = 0; cell < 4; ++cell) row |= static_cast<unsigned>(line[cell]) << (4 * cell);
  return static_cast<std::uint16_t>(row);
}

}  // namespace

RowTable::RowTable() {
  for (std::size_t row = 0; row < size; ++row) {
    Line line = unpacked(row);
    const auto merged = merge_toward_front(line, 15);
    rows[row].toward_low = packed(line);
    rows[row].reward = merged.reward | (merged.stopped_at_largest ? beyond_flag : 0);

    Line reversed = unpacked(row);
    std::ranges::reverse(reversed);
    merge_toward_front(reversed, 15);
    std::ranges::reverse(reversed);
    rows[row].toward_high = packed(reversed);
  }
}

const RowTable row_table;

}  // namespace afterstate
