#include "search/worst_spawner.h"

#include <gtest/gtest.h>

#include <limits>

#include "game/game_state.h"
#include "game/notation.h"
#include "support.h"

namespace afterstate {
namespace {

/// An arbitrary value of an afterstate.
template <class Board>
float hashed_value(const Board& board) {
  return static_cast<float>(std::hash<Board>{}(board) % 1000);
}

template <class BoardType>
struct HashedValue {
  using Board = BoardType;
  static void evaluate(std::span<const Board> afterstates, float* values) {
    for (const auto& afterstate : afterstates) *values++ = hashed_value(afterstate);
  }
};

/// The best reward plus value after a spawn, found one slide at a time; 0 if the game is over.
template <class Board>
float best_after(const Board& board) {
  float best = 0;
  bool any = false;
  for (const auto direction : all_directions)
    if (const auto slid = slide(board, direction)) {
      const float total = static_cast<float>(slid->reward) + hashed_value(slid->afterstate);
      best = any ? std::max(best, total) : total;
      any = true;
    }
  return best;
}

template <class Board>
void expect_smallest(std::uint64_t number) {
  const auto afterstate = random_board<Board>(number, 4, 5);
  if (empty_count(afterstate) == 0) return;
  SCOPED_TRACE(notation_of(afterstate));
  float smallest = std::numeric_limits<float>::infinity();
  for (int cell = 0; cell < Board::cells; ++cell)
    for (const int exponent : {1, 2})
      if (afterstate.exponent(cell) == 0)
        smallest = std::min(smallest, best_after(with_spawn(afterstate, {cell, exponent})));
  Expansion<Board, MinimumOverSpawns> expansion;
  expansion.expand(afterstate, {});
  HashedValue<Board>::evaluate(expansion.children(), expansion.values());
  ASSERT_EQ(expansion.value(), smallest);
  WorstSpawner<HashedValue<Board>> spawner{{}, {}};
  const auto spawn = spawner(afterstate, 0);
  ASSERT_EQ(afterstate.exponent(spawn.cell), 0);
  ASSERT_EQ(best_after(with_spawn(afterstate, spawn)), smallest);
}

TEST(WorstSpawner, PlacesTheTileThatMinimisesTheValue) {
  for (std::uint64_t number = 0; number < scaled(500); ++number) {
    expect_smallest<BasicBoard<2, 2>>(number);
    expect_smallest<BasicBoard<3, 3>>(number);
    expect_smallest<BasicBoard<4, 4>>(number);
  }
}

TEST(WorstSpawner, CanPlayAGame) {
  using Small = BasicBoard<3, 3>;
  WorstSpawner<HashedValue<Small>> spawner{{}, {}};
  auto game = GameState<Small>::start(GameRandom{1, 0, {}});
  while (!game.over()) game.step(legal_moves(game.board).nth(0), spawner);
  EXPECT_GT(game.turn, 0U);
}

}  // namespace
}  // namespace afterstate
