// One game from its start to its end.
#pragma once

#include <cassert>
#include <cstdint>
#include <stdexcept>

#include "arena/player.h"
#include "arena/record.h"
#include "game/chance.h"
#include "game/notation.h"
#include "game/slide.h"

namespace afterstate {

/// What is kept of a finished game.
struct Outcome {
  std::uint32_t score = 0;
  std::uint32_t moves = 0;
  int max_exponent = 0;  ///< of the largest tile, which is the largest that was ever made: tiles only grow
};

/// Plays until no move is legal; writes start, moves, spawns and score to `record` where there is one.
template <class Board>
Outcome play_game(Player<Board>& player, const Chance& chance, GameRecord* record = nullptr) {
  auto board = chance.start<Board>();
  if (record != nullptr) {
    record->start = exponents_of(board);
    record->turns.clear();
  }
  Outcome outcome;
  while (const auto direction = player.choose(board, chance, outcome.moves)) {
    const auto slid = slide(board, *direction);
    if (!slid) throw std::logic_error{"a player chose an illegal move"};
    outcome.score += slid->reward;
    board = slid->afterstate;
    const auto spawn = chance.spawn(board, outcome.moves + start_spawns);
    board = with_spawn(board, spawn);
    ++outcome.moves;
    if (record != nullptr) record->turns.push_back({*direction, spawn});
  }
  assert(legal_moves(board).empty());
  outcome.max_exponent = max_exponent(board);
  if (record != nullptr) record->score = outcome.score;
  return outcome;
}

}  // namespace afterstate
