// An adversary: the spawn that is worst for the player, one move looked ahead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/expansion.h"
#include "search/expectimax.h"

namespace afterstate {

/// Puts the tile after which the best move is worth least by a value function; of equal ones the first in the order of
/// for_each_spawn(). `law` says which tiles it may put: 2 and 4 for any probability but 0 and 1.
template <AfterstateValue Value>
class WorstSpawner {
 public:
  using Board = typename Value::Board;

  WorstSpawner(Value value, SpawnLaw law) : value_(std::move(value)), law_(law) {}

  Spawn operator()(const Board& afterstate, std::uint32_t /*turn*/) {
    expansion_.expand(afterstate, law_);
    value_.evaluate(expansion_.children(), expansion_.values());
    std::size_t number = 0;
    std::size_t worst = 0;
    Spawn chosen{};
    for_each_spawn(afterstate, law_, [&](Spawn spawn, double) {
      if (number == 0 || expansion_.value_of_spawn(number) < expansion_.value_of_spawn(worst)) {
        worst = number;
        chosen = spawn;
      }
      ++number;
    });
    return chosen;
  }

 private:
  Value value_;
  SpawnLaw law_;
  Expansion<Board, MinimumOverSpawns> expansion_;
};

}  // namespace afterstate
