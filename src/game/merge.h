// The merge rule of the game, for one line of cells.
#pragma once

#include <cstdint>
#include <span>

namespace afterstate {

struct Merged {
  std::uint32_t reward = 0;
  bool stopped_at_largest = false;  ///< two equal tiles met that are too large to merge
};

/// Slides a line of exponents toward its first cell. Merges are made from the wall inward, and a new tile does not
/// merge again. Tiles of exponent `largest` do not merge.
constexpr Merged merge_toward_front(std::span<int> line, int largest) {
  Merged result;
  std::size_t filled = 0;
  bool may_merge = false;  // whether the tile before `filled` was there before the slide
  for (std::size_t cell = 0; cell < line.size(); ++cell) {
    const int exponent = line[cell];
    if (exponent == 0) continue;
    line[cell] = 0;
    const bool equal = may_merge && line[filled - 1] == exponent;
    if (equal && exponent < largest) {
      result.reward += 1U << ++line[filled - 1];
      may_merge = false;
    } else {
      result.stopped_at_largest |= equal;
      line[filled++] = exponent;
      may_merge = true;
    }
  }
  return result;
}

}  // namespace afterstate
