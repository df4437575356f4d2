// What a network is before it has weights: data that a recipe gives and a model file repeats.
#pragma once

#include <cstdint>
#include <vector>

#include "game/symmetry.h"
#include "value/tuples.h"

namespace afterstate {

/// The most tile values that a table tells apart: empty, and 2 to 32768.
inline constexpr int most_tile_values = 16;

struct NetworkShape {
  Size size{};
  std::vector<Tuple> tuples;
  int tile_values = most_tile_values;  ///< a larger tile reads as the largest that is known
  float initial_value = 0;             ///< of a whole afterstate, spread over all lookups

  /// Lookups of one afterstate: every tuple on every symmetric image of the board.
  int lookups() const { return static_cast<int>(tuples.size()) * (size.rows == size.cols ? 8 : 4); }

  /// Entries of the table of one tuple.
  std::uint64_t entries(Tuple tuple) const {
    std::uint64_t product = 1;
    for (int n = 0; n < tuple.size(); ++n) product *= static_cast<std::uint64_t>(tile_values);
    return product;
  }

  std::uint64_t weights() const {
    std::uint64_t sum = 0;
    for (const auto tuple : tuples) sum += entries(tuple);
    return sum;
  }

  friend bool operator==(const NetworkShape&, const NetworkShape&) = default;
};

}  // namespace afterstate
