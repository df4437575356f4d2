// What each move of a board is worth to whoever values afterstates.
#pragma once

#include <array>
#include <optional>

#include "base/error.h"
#include "game/direction.h"
#include "game/slide.h"
#include "solve/database.h"
#include "value/candidates.h"

namespace afterstate {

/// By direction: reward and value of the afterstate, nothing where the move is illegal.
struct MoveValues {
  std::array<std::optional<double>, 4> totals;

  std::optional<double>& operator[](Direction direction) { return totals[static_cast<std::size_t>(direction)]; }
  const std::optional<double>& operator[](Direction direction) const {
    return totals[static_cast<std::size_t>(direction)];
  }

  /// The first of the largest, in the order of all_directions; nothing where the game is over.
  std::optional<Direction> best() const {
    std::optional<Direction> best;
    for (const auto direction : all_directions)
      if ((*this)[direction] && (!best || *(*this)[direction] > *(*this)[*best])) best = direction;
    return best;
  }
};

template <class Network>
MoveValues move_values(const Network& network, const typename Network::Board& board) {
  Candidates<Network> candidates{network};
  candidates.look_up(board);
  MoveValues values;
  for (const auto& move : candidates.moves())
    values[move.direction] = static_cast<float>(move.reward) + network.value(move.lookups);
  return values;
}

/// Throws UserError for a board that no game comes to.
template <class Board>
MoveValues move_values(const ValueDatabase& database, const Board& board) {
  MoveValues values;
  for_each_slide(board, [&](Direction direction, const Slid<Board>& slid) {
    const auto value = database.value(slid.afterstate);
    if (!value) throw UserError{"no game comes to this board, so the database does not hold it; give another board"};
    values[direction] = database.solution().objective.gain(slid.reward) + *value;
  });
  return values;
}

}  // namespace afterstate
