// Perfect play, given the values of all afterstates that come next.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
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
  int forced_tile = 0;   ///< the exponent of the largest tile that some move forces, not always the best one
};

/// Of equal moves the first; nothing if no move is legal.
template <class Board>
std::optional<BestMove> best_move(const Board& board, const Objective& objective, const ValueTable& layer) {
  BestMove best;
  int forced_tile = 0;
  for_each_slide(board, [&](Direction, const Slid<Board>& slid) {
    BestMove move;
    if (!objective.is_score() && holds_exponent(slid.afterstate, objective.goal)) {
      move.value = 1;
      move.reaches_goal = true;
    } else {
      move.slot = layer.slot_of(canonical(slid.afterstate).nibbles());
      move.value = objective.gain(slid.reward) + layer.value_at(move.slot);
      forced_tile = std::max(forced_tile, layer.tile_at(move.slot));
    }
    if (move.value > best.value) best = move;
  });
  if (best.value < 0) return std::nullopt;
  best.forced_tile = forced_tile;
  return best;
}

/// The exponent of the largest tile that the player can force from a board, given its best move.
template <class Board>
int forced_tile(const Board& board, const std::optional<BestMove>& move) {
  return move ? move->forced_tile : max_exponent(board);
}

/// What an afterstate is worth.
struct AfterstateWorth {
  double value = 0;
  int forced_tile = 0;  ///< the exponent of the largest tile that the player can force, whatever is placed
};

/// The value of an afterstate is that of the best move after the next tile. The tile is random with probability
/// `random`, which is 1 in the one-player game, and else the worst that `law` allows.
template <class Board>
AfterstateWorth afterstate_worth(const Board& afterstate, const Objective& objective, SpawnLaw law, double random,
                                 const NextLayers& layers) {
  double mean = 0;
  double worst = std::numeric_limits<double>::infinity();
  AfterstateWorth worth{0, largest_exponent(Board::cells)};
  for_each_spawn(afterstate, law, [&](Spawn spawn, double chance) {
    const auto board = with_spawn(afterstate, spawn);
    const auto move = best_move(board, objective, layers.after_spawn(spawn.exponent));
    const double value = move ? move->value : 0;
    mean += chance * value;
    worst = std::min(worst, value);
    worth.forced_tile = std::min(worth.forced_tile, forced_tile(board, move));
  });
  worth.value = random == 1 ? mean : random * mean + (1 - random) * worst;
  return worth;
}

}  // namespace afterstate
