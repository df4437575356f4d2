// What perfect play maximises.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "game/size.h"

namespace afterstate {

/// The expected score, or the probability of making a tile.
struct Objective {
  int goal = 0;  ///< the exponent of the tile to make; 0 for the score

  constexpr bool is_score() const { return goal == 0; }

  /// What a merge adds to the value.
  constexpr double gain(std::uint32_t reward) const { return is_score() ? static_cast<double>(reward) : 0; }

  friend constexpr bool operator==(const Objective&, const Objective&) = default;
};

/// Reads "score" or "tile:512"; throws UserError if it is neither, or if no merge on that board makes the tile.
Objective parse_objective(std::string_view text, Size size);

std::string name_of(const Objective& objective);

}  // namespace afterstate
