// Replays a record and checks every rule.
#pragma once

#include <cstdint>
#include <vector>

#include "arena/game.h"
#include "arena/record.h"
#include "base/error.h"

namespace afterstate {

/// A position of a replayed game, for display.
struct Position {
  PackedBoard board;
  std::uint32_t score;
};

/// Where a record may end; `anywhere` is for games that a person abandoned.
enum class Ending { game_over, anywhere };

/// Thrown for a record that breaks no rule but ends before the game is over.
class UnfinishedGame : public Failure {
 public:
  using Failure::Failure;
};

/// Checks the start, that every slide is legal, that every spawn is on an empty cell and possible under the spawn law,
/// the score, that the score follows from the last board, and the ending. Throws Failure naming the turn.
Outcome replay(const GameRecord& record, Ending ending = Ending::game_over);

/// The start and the board after each turn of a record that replay() accepted.
std::vector<Position> positions_of(const GameRecord& record);

}  // namespace afterstate
