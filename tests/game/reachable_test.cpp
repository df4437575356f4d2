#include "game/reachable.h"

#include <gtest/gtest.h>

#include <set>

#include "game/ranks.h"
#include "support.h"

namespace afterstate {
namespace {

/// Plain recursion over all boards, no layers and no symmetry.
template <class Board>
void visit(const Board& state, SpawnLaw law, std::set<Board>& states, std::set<Board>& afterstates) {
  if (!states.insert(state).second) return;
  for (const auto direction : all_directions)
    if (const auto slid = slide(state, direction); slid && afterstates.insert(slid->afterstate).second)
      for_each_spawn(slid->afterstate, law, [&](Spawn spawn, double) {
        visit(with_spawn(slid->afterstate, spawn), law, states, afterstates);
      });
}

template <class Board>
void expect_as_recursion(SpawnLaw law) {
  std::set<Board> states;
  std::set<Board> afterstates;
  for_each_start<Board>(law, [&](const Board& board, double) { visit(board, law, states, afterstates); });
  std::set<Board> state_classes;
  for (const auto& board : states) state_classes.insert(canonical(board));

  std::uint64_t found = 0;
  std::set<Board> classes;
  ThreadTeam team{2};
  for (ReachableLayers<Board> layers{{law}, team}; !layers.done();) {
    const auto sum = layers.next_sum();
    EXPECT_LE(sum, ReachableLayers<Board>::largest_sum + 2);
    const auto layer = layers.next();
    found += layer.states;
    for (const auto nibbles : layer.afterstates) {
      const auto board = Board::from_words(nibbles);
      ASSERT_EQ(canonical(board), board);
      ASSERT_EQ(tile_sum(board), sum);
      ASSERT_TRUE(afterstates.contains(board));
      classes.insert(board);
    }
  }
  EXPECT_EQ(found, state_classes.size());

  const AfterstateRanks<Board> ranks{{law}, 2};
  EXPECT_EQ(ranks.size(), classes.size());
  std::set<std::uint64_t> numbers;
  for (const auto& board : afterstates) {
    const auto rank = ranks.rank(board);
    ASSERT_TRUE(rank);
    ASSERT_LT(*rank, ranks.size());
    ASSERT_EQ(rank, ranks.rank(canonical(board)));
    numbers.insert(*rank);
  }
  EXPECT_EQ(numbers.size(), ranks.size()) << "one rank per class, without duplicates";
  EXPECT_FALSE(ranks.rank(Board{}));
}

TEST(Reachable, IsWhatPlainRecursionFinds) {
  for (const double four : {0.1, 0.0, 1.0}) {
    expect_as_recursion<BasicBoard<1, 2>>({four});
    expect_as_recursion<BasicBoard<1, 4>>({four});
    expect_as_recursion<BasicBoard<3, 1>>({four});
    expect_as_recursion<BasicBoard<2, 2>>({four});
  }
  expect_as_recursion<BasicBoard<2, 3>>({0.1});
}

TEST(Reachable, AGoalEndsTheGame) {
  ThreadTeam team{1};
  for (ReachableLayers<BasicBoard<2, 2>> layers{{{0.1}, 4}, team}; !layers.done();)
    for (const auto nibbles : layers.next().afterstates)
      EXPECT_LT(max_exponent(BasicBoard<2, 2>::from_words(nibbles)), 4);
}

TEST(Reachable, SeesATileAnywhere) {
  for (std::uint64_t number = 0; number < scaled(1'000); ++number) {
    const auto board = random_board<BasicBoard<3, 3>>(number, 10, 6);
    for (int exponent = 1; exponent <= 10; ++exponent) {
      bool there = false;
      for (int cell = 0; cell < 9; ++cell) there |= board.exponent(cell) == exponent;
      EXPECT_EQ(holds_exponent(board, exponent), there);
    }
  }
}

TEST(Spawns, OfAStartAddUpToOne) {
  for (const double four : {0.1, 0.0, 1.0, 0.5}) {
    double sum = 0;
    for_each_start<BasicBoard<3, 3>>({four}, [&](const BasicBoard<3, 3>& board, double chance) {
      EXPECT_EQ(empty_count(board), 7);
      sum += chance;
    });
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

}  // namespace
}  // namespace afterstate
