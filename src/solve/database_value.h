// The values of a database for whoever asks about moves: for perfect play, and for a search.
#pragma once

#include <cstdint>
#include <span>

#include "base/error.h"
#include "game/move_values.h"
#include "game/packed_board.h"
#include "game/slide.h"
#include "solve/database.h"

namespace afterstate {

/// Throws the UserError for an afterstate, with the sum of its tiles, that no game comes to.
[[noreturn]] void throw_unreachable(const Solution& solution, std::uint32_t sum);

/// Throws UserError for a board that no game comes to.
template <class Board>
double value_of(const ValueDatabase& database, const Board& afterstate) {
  const auto value = database.value(afterstate);
  if (!value) throw_unreachable(database.solution(), tile_sum(afterstate));
  return *value;
}

/// The exact value of each move. Throws UserError for a board that no game comes to.
template <class Board>
MoveValues exact_values(const ValueDatabase& database, const Board& board) {
  MoveValues values;
  for_each_slide(board, [&](Direction direction, const Slid<Board>& slid) {
    values[direction] = database.solution().objective.gain(slid.reward) + value_of(database, slid.afterstate);
  });
  return values;
}

/// The same for a packed board of the size of the database.
MoveValues exact_values(const ValueDatabase& database, const PackedBoard& board);

/// The value function of a search.
template <class BoardType>
class DatabaseValue {
 public:
  using Board = BoardType;

  explicit DatabaseValue(const ValueDatabase& database) : database_(&database) {}

  void evaluate(std::span<const Board> afterstates, float* values) const {
    for (const auto& afterstate : afterstates) *values++ = static_cast<float>(value_of(*database_, afterstate));
  }

 private:
  const ValueDatabase* database_;
};

}  // namespace afterstate
