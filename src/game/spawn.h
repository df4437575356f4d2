// Spawns: the random tile that follows each slide.
#pragma once

#include <cassert>
#include <cstdint>

#include "base/bits.h"
#include "base/random.h"
#include "game/board.h"

namespace afterstate {

/// The distribution of the spawned tile: 4 with probability `four`, else 2. The cell is uniform over the empty ones.
struct SpawnLaw {
  double four = 0.1;

  constexpr bool valid() const { return four >= 0 && four <= 1; }
};

struct Spawn {
  int cell;
  int exponent;  ///< 1 for a 2, 2 for a 4

  friend constexpr bool operator==(const Spawn&, const Spawn&) = default;
};

/// The spawn given by a block of random bits; the board must have an empty cell.
template <class Board>
inline Spawn draw_spawn(const Board& board, SpawnLaw law, RandomBlock random) {
  const auto empty = Board::unit_mask & ~occupied_units(board);
  assert(empty != 0);
  const auto n = uniform_below(random.first, static_cast<std::uint64_t>(std::popcount(empty)));
  return {nth_set_bit(empty, static_cast<int>(n)) / 4, uniform_unit(random.second) < law.four ? 2 : 1};
}

/// The board with the spawned tile on it; the cell must be empty.
template <class Board>
constexpr Board with_spawn(const Board& board, Spawn spawn) {
  assert(board.exponent(spawn.cell) == 0);
  return Board::from_words(board.nibbles() | static_cast<std::uint64_t>(spawn.exponent) << (4 * spawn.cell),
                           board.beyond());
}

/// Calls `visit(spawn, probability)` for every possible spawn: cell by cell, the 2 before the 4.
template <class Board, class Visit>
constexpr void for_each_spawn(const Board& board, SpawnLaw law, Visit&& visit) {
  const auto empty = Board::unit_mask & ~occupied_units(board);
  const double cell_chance = 1.0 / std::popcount(empty);
  for (auto rest = empty; rest != 0; rest &= rest - 1) {
    const int cell = std::countr_zero(rest) / 4;
    if (law.four < 1) visit(Spawn{cell, 1}, cell_chance * (1 - law.four));
    if (law.four > 0) visit(Spawn{cell, 2}, cell_chance * law.four);
  }
}

/// Calls `visit(board, probability)` for every outcome of the two spawns that start a game.
template <class Board, class Visit>
constexpr void for_each_start(SpawnLaw law, Visit&& visit) {
  for_each_spawn(Board{}, law, [&](Spawn first, double first_chance) {
    const auto one = with_spawn(Board{}, first);
    for_each_spawn(one, law, [&](Spawn second, double second_chance) {
      visit(with_spawn(one, second), first_chance * second_chance);
    });
  });
}

}  // namespace afterstate
