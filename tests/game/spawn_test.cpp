#include "game/spawn.h"

#include <gtest/gtest.h>

#include <map>

#include "game/game_random.h"
#include "game/notation.h"
#include "support.h"

namespace afterstate {
namespace {

/// The sum of (observed - expected)^2 / expected over all empty cells and both values.
template <class Board>
double chi_squared(const Board& board, SpawnLaw law, std::uint64_t draws) {
  std::map<std::pair<int, int>, std::uint64_t> seen;
  for (std::uint64_t game = 0; game < draws; ++game) {
    const auto spawn = GameRandom{20, game, law}.spawn(board, static_cast<std::uint32_t>(game % 1000));
    ++seen[{spawn.cell, spawn.exponent}];
  }
  double sum = 0;
  for (int cell = 0; cell < Board::cells; ++cell)
    for (const int exponent : {1, 2}) {
      const double chance = exponent == 2 ? law.four : 1 - law.four;
      const double expected = board.exponent(cell) != 0 ? 0 : chance * static_cast<double>(draws) / empty_count(board);
      const auto observed = static_cast<double>(seen[{cell, exponent}]);
      if (expected == 0) {
        EXPECT_EQ(observed, 0) << "cell " << cell;
      } else {
        sum += (observed - expected) * (observed - expected) / expected;
      }
    }
  return sum;
}

// The bounds are the 99.9 % quantiles of the chi-squared distribution; the seed is fixed, so the test is deterministic.
TEST(Spawn, IsUniformOverTheCellsAndObeysTheLaw) {
  const auto draws = scaled(1'000'000);
  EXPECT_LT(chi_squared(BasicBoard<4, 4>{}, {0.1}, draws), 61.1);  // 31 degrees of freedom
  const auto half_full = parse_board<BasicBoard<4, 4>>("2 0 4 0/0 65536 0 8/16 0 32768 0/0 4 0 131072");
  EXPECT_LT(chi_squared(half_full, {0.1}, draws), 37.7);           // 15
  EXPECT_LT(chi_squared(BasicBoard<3, 3>{}, {0.5}, draws), 40.8);  // 17
  EXPECT_LT(chi_squared(BasicBoard<2, 3>{}, {0.0}, draws), 20.6);  // 5, and never a 4
  EXPECT_LT(chi_squared(BasicBoard<2, 3>{}, {1.0}, draws), 20.6);  // 5, and never a 2
}

TEST(Spawn, FallsOnTheLastEmptyCell) {
  const auto board = parse_board<BasicBoard<2, 2>>("2 4/0 2");
  const auto spawn = GameRandom{1, 2, {}}.spawn(board, 3);
  EXPECT_EQ(spawn.cell, 2);
  EXPECT_EQ(with_spawn(board, spawn).exponent(2), spawn.exponent);
}

TEST(GameRandom, StartsWithTwoTiles) {
  for (const auto size : all_sizes())
    with_board(size, []<class Board>() {
      for (std::uint64_t game = 0; game < 200; ++game) {
        const auto board = GameRandom{3, game, {}}.start<Board>();
        ASSERT_EQ(empty_count(board), Board::cells - 2);
        ASSERT_LE(max_exponent(board), 2);
      }
    });
}

TEST(GameRandom, DependsOnSeedGameTurnAndPurposeAlone) {
  const GameRandom chance{1, 2, {}};
  EXPECT_EQ(chance.choice(3).first, (GameRandom{1, 2, {0.5}}.choice(3).first));
  EXPECT_NE(chance.choice(3).first, chance.choice(4).first);
  EXPECT_NE(chance.choice(3).first, (GameRandom{1, 3, {}}.choice(3).first));
  EXPECT_NE(chance.choice(3).first, (GameRandom{2, 2, {}}.choice(3).first));
  EXPECT_EQ((chance.spawn(BasicBoard<4, 4>{}, 7)), (GameRandom{1, 2, {}}.spawn(BasicBoard<4, 4>{}, 7)));
}

}  // namespace
}  // namespace afterstate
