// What each placement of a tile is worth to the defender, in the two-player game.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "game/spawn.h"

namespace afterstate {

/// By cell and tile: the value of a placement, or nothing if the cell is occupied or the rule forbids the tile. Small
/// values are good for the attacker, who places.
struct PlacementValues {
  std::array<std::optional<double>, 32> totals;

  /// Two numbers per cell: the 2 before the 4.
  static constexpr int number_of(Spawn spawn) { return 2 * spawn.cell + spawn.exponent - 1; }
  static constexpr Spawn placement_of(int number) { return {number / 2, number % 2 + 1}; }

  std::optional<double>& operator[](Spawn spawn) { return totals[static_cast<std::size_t>(number_of(spawn))]; }
  const std::optional<double>& operator[](Spawn spawn) const {
    return totals[static_cast<std::size_t>(number_of(spawn))];
  }

  std::size_t count() const {
    return static_cast<std::size_t>(std::ranges::count_if(totals, [](const auto& total) { return total.has_value(); }));
  }

  /// The placement with the smallest value, of equal ones the first; nothing if there is none.
  std::optional<Spawn> best() const {
    std::optional<std::size_t> best;
    for (std::size_t number = 0; number < totals.size(); ++number)
      if (totals[number] && (!best || *totals[number] < *totals[*best])) best = number;
    if (!best) return std::nullopt;
    return placement_of(static_cast<int>(*best));
  }
};

}  // namespace afterstate
