// What each move of a board is worth.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "game/direction.h"

namespace afterstate {

/// By direction: the value of a move, or nothing if it is illegal.
struct MoveValues {
  std::array<std::optional<double>, 4> totals;

  std::optional<double>& operator[](Direction direction) { return totals[static_cast<std::size_t>(direction)]; }
  const std::optional<double>& operator[](Direction direction) const {
    return totals[static_cast<std::size_t>(direction)];
  }

  /// The number of legal moves.
  std::uint64_t count() const {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(totals, [](const auto& total) { return total.has_value(); }));
  }

  /// The move with the largest value, of equal ones the first in the order of all_directions; nothing if the game is
  /// over.
  std::optional<Direction> best() const {
    std::optional<Direction> best;
    for (const auto direction : all_directions)
      if ((*this)[direction] && (!best || *(*this)[direction] > *(*this)[*best])) best = direction;
    return best;
  }
};

}  // namespace afterstate
