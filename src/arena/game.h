// One game by an engine, from its start to its end.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "arena/record.h"
#include "engine/engine.h"

namespace afterstate {

/// What is kept of a finished game.
struct Outcome {
  std::uint32_t score = 0;
  std::uint32_t moves = 0;
  int max_exponent = 0;  ///< of the largest tile, which is the largest that was ever made: tiles only grow
};

/// A finished game, and what its searches did.
struct PlayedGame {
  Outcome outcome;
  SearchCounts search;
};

/// Told of each choice before it is played, and at the end of the game, when there is nothing to choose.
using OnChoice = std::function<void(const PackedBoard& board, std::uint32_t turn, const Choice& choice)>;

/// Plays on boards of that size until no move is legal; nothing if `search.stop` is requested before. Writes start,
/// moves, spawns and score to `record` if there is one. `afterstate`: where the game starts, with a spawn, instead of a
/// new board; the score counts from there.
std::optional<PlayedGame> play_game(Size size, Session& session, const SearchPlan& search, const GameRandom& random,
                                    GameRecord* record = nullptr, const OnChoice& on_choice = {},
                                    const PackedBoard* afterstate = nullptr);

}  // namespace afterstate
