// One game by an engine, from its start to its end.
#pragma once

#include <cassert>
#include <cstdint>
#include <stdexcept>

#include "arena/record.h"
#include "engine/engine.h"
#include "game/game_state.h"
#include "game/notation.h"

namespace afterstate {

/// What is kept of a finished game.
struct Outcome {
  std::uint32_t score = 0;
  std::uint32_t moves = 0;
  int max_exponent = 0;  ///< of the largest tile, which is the largest that was ever made: tiles only grow
};

template <class Board>
Outcome outcome_of(const GameState<Board>& game) {
  return {game.score, game.turn, max_exponent(game.board)};
}

/// Plays until no move is legal. Calls `on_choice(board, turn, choice)` before each move and at the end of the game,
/// when there is nothing to choose. Writes start, moves, spawns and score to `record` if there is one.
template <class Board, class OnChoice>
Outcome play_game(Session& session, const SearchPlan& search, const GameRandom& random, GameRecord* record,
                  OnChoice&& on_choice) {
  auto game = GameState<Board>::start(random);
  ChanceSpawner spawner{random};
  if (record != nullptr) {
    record->start = exponents_of(game.board);
    record->turns.clear();
  }
  session.new_game();
  for (;;) {
    const auto choice = session.choose(packed(game.board), search, random, game.turn);
    on_choice(game.board, game.turn, choice);
    if (!choice.move) break;
    const auto spawn = game.step(*choice.move, spawner);
    if (!spawn) throw std::logic_error{"an engine chose an illegal move"};
    if (record != nullptr) record->turns.push_back({*choice.move, *spawn});
  }
  assert(game.over());
  if (record != nullptr) record->score = game.score;
  return outcome_of(game);
}

}  // namespace afterstate
