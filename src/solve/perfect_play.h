// Perfect play, given the values of all afterstates that come next.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "game/reachable.h"
#include "solve/objective.h"
#include "solve/value_table.h"

namespace afterstate {

/// The values of the two layers that a spawn leads to from afterstates of one tile sum.
struct NextLayers {
  std::array<ValueTable, 2> after;  ///< a spawned 2, a spawned 4

  const ValueTable& after_spawn(int exponent) const { return after[static_cast<std::size_t>(exponent - 1)]; }
};

/// The best move on a board.
struct BestMove {
  double value = -1;
  bool reaches_goal = false;
  std::size_t slot = 0;  ///< of the afterstate in its layer, unless it reaches the goal
};

/// Of equal moves the first; nothing if no move is legal.
template <class Board>
std::optional<BestMove> best_move(const Board& board, const Objective& objective, const ValueTable& layer) {
  BestMove best;
  for_each_slide(board, [&](Direction, const Slid<Board>& slid) {
    BestMove move;
    if (!objective.is_score() && holds_exponent(slid.afterstate, objective.goal)) {
      move.value = 1;
      move.reaches_goal = true;
    } else {
      move.slot = layer.slot_of(canonical(slid.afterstate).nibbles());
      move.value = objective.gain(slid.reward) + layer.value_at(move.slot);
    }
    if (move.value > best.value) best = move;
  });
  if (best.value < 0) return std::nullopt;
  return best;
}

/// The value of an afterstate: the expected value of the best move after a spawn.
template <class Board>
double afterstate_value(const Board& afterstate, const Objective& objective, SpawnLaw law, const NextLayers& layers) {
  double value = 0;
  for_each_spawn(afterstate, law, [&](Spawn spawn, double chance) {
    const auto move = best_move(with_spawn(afterstate, spawn), objective, layers.after_spawn(spawn.exponent));
    if (move) value += chance * move->value;
  });
  return value;
}

}  // namespace afterstate
