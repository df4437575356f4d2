// What each move of a board is worth to whoever values afterstates.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "base/error.h"
#include "game/direction.h"
#include "game/slide.h"
#include "solve/database.h"

namespace afterstate {

/// By direction: reward and value of the afterstate, nothing where the move is illegal.
struct MoveValues {
  std::array<std::optional<double>, 4> totals;

  std::optional<double>& operator[](Direction direction) { return totals[static_cast<std::size_t>(direction)]; }
  const std::optional<double>& operator[](Direction direction) const {
    return totals[static_cast<std::size_t>(direction)];
  }

  /// How many moves are legal.
  std::uint64_t count() const {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(totals, [](const auto& total) { return total.has_value(); }));
  }

  /// The first of the largest, in the order of all_directions; nothing where the game is over.
  std::optional<Direction> best() const {
    std::optional<Direction> best;
    for (const auto direction : all_directions)
      if ((*this)[direction] && (!best || *(*this)[direction] > *(*this)[*best])) best = direction;
    return best;
  }
};

/// Throws UserError for a board that no game comes to.
template <class Board>
double value_of(const ValueDatabase& database, const Board& afterstate) {
  const auto value = database.value(afterstate);
  if (!value) throw UserError{"no game comes to this board, so the database does not hold it; give another board"};
  return *value;
}

/// Throws UserError for a board that no game comes to.
template <class Board>
MoveValues move_values(const ValueDatabase& database, const Board& board) {
  MoveValues values;
  for_each_slide(board, [&](Direction direction, const Slid<Board>& slid) {
    values[direction] = database.solution().objective.gain(slid.reward) + value_of(database, slid.afterstate);
  });
  return values;
}

}  // namespace afterstate
