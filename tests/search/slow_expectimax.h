// Reference implementation of expectimax: plain recursion, no merging of positions, no table.
#pragma once

#include <algorithm>
#include <optional>

#include "game/slide.h"
#include "game/spawn.h"

namespace afterstate::slow {

/// The value of an afterstate searched `moves_ahead` moves deep; `value(afterstate)` evaluates the leaves.
template <class Board, class Value>
double expectimax(const Board& afterstate, int moves_ahead, SpawnLaw law, const Value& value) {
  if (moves_ahead == 0) return value(afterstate);
  double mean = 0;
  for_each_spawn(afterstate, law, [&](Spawn spawn, double chance) {
    std::optional<double> best;
    for (const auto direction : all_directions)
      if (const auto slid = slide(with_spawn(afterstate, spawn), direction)) {
        const double total = slid->reward + expectimax(slid->afterstate, moves_ahead - 1, law, value);
        best = std::max(best.value_or(total), total);
      }
    mean += chance * best.value_or(0);
  });
  return mean;
}

}  // namespace afterstate::slow
