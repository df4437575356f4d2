// Plays a record again and checks every rule on the way.
#pragma once

#include <cstdint>
#include <vector>

#include "arena/game.h"
#include "arena/record.h"

namespace afterstate {

/// A position of a replayed game, for showing it.
struct Position {
  std::vector<int> exponents;
  std::uint32_t score;
};

/// Where a record may end: a person can leave a game.
enum class Ending { game_over, anywhere };

/// Checks the start, that every slide is legal, that every spawn falls on an empty cell and is one that the law allows,
/// that the game ends where it may, the score, and the identity between the score and the last board. Throws Failure
/// that names the turn.
Outcome replay(const GameRecord& record, Ending ending = Ending::game_over);

/// The start and the board after each turn of a record that replay() accepted.
std::vector<Position> positions_of(const GameRecord& record);

}  // namespace afterstate
