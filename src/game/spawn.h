// Spawns: what chance does.
#pragma once

#include <cassert>
#include <cstdint>

#include "base/bits.h"
#include "base/random.h"
#include "game/board.h"

namespace afterstate {

/// The law of the spawned tile: 4 with probability `four`, else 2. The cell is uniform over the empty ones.
struct SpawnLaw {
  double four = 0.1;

  constexpr bool valid() const { return four >= 0 && four <= 1; }
};

struct Spawn {
  int cell;
  int exponent;  ///< 1 for a 2, 2 for a 4

  friend constexpr bool operator==(const Spawn&, const Spawn&) = default;
};

/// The spawn that a block of random bits stands for; the board has an empty cell.
template <class Board>
inline Spawn draw_spawn(const Board& board, SpawnLaw law, RandomBlock random) {
  const auto empty = Board::unit_mask & ~occupied_units(board);
  assert(empty != 0);
  const auto n = uniform_below(random.first, static_cast<std::uint64_t>(std::popcount(empty)));
  return {nth_set_bit(empty, static_cast<int>(n)) / 4, uniform_unit(random.second) < law.four ? 2 : 1};
}

/// The board with the spawned tile on it; the cell is empty.
template <class Board>
constexpr Board with_spawn(const Board& board, Spawn spawn) {
  assert(board.exponent(spawn.cell) == 0);
  return Board::from_words(board.nibbles() | static_cast<std::uint64_t>(spawn.exponent) << (4 * spawn.cell),
                           board.beyond());
}

}  // namespace afterstate
