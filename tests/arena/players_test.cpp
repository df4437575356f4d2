#include "arena/players.h"

#include <gtest/gtest.h>

#include "arena/full_depth.h"
#include "arena/games.h"
#include "arena/search_player.h"
#include "arena/summary.h"
#include "base/error.h"
#include "game/notation.h"
#include "solve/solver.h"
#include "support.h"

namespace afterstate {
namespace {

Summary summary_of(const GamesPlan& plan) {
  Summary summary;
  play_games(plan, [&](const FinishedGame& finished) { summary.add(finished.outcome); });
  return summary;
}

// The field gives 1,096 from samples of its own; with far more games than this, 1,095.4 is seen (docs/results/game.md).
TEST(Players, RandomScores1096On4x4) {
  const auto mean = summary_of({.player = "random", .games = std::min<std::uint64_t>(scaled(200'000), 200'000)}).mean();
  EXPECT_NEAR(mean.value, 1096, mean.ci95);
}

TEST(Players, HeuristicScoresTenTimesRandom) {
  const auto games = std::max<std::uint64_t>(200, scaled(1000));
  const auto random = summary_of({.player = "random", .games = games}).mean();
  const auto heuristic = summary_of({.player = "heuristic", .games = games}).mean();
  EXPECT_GT(heuristic.value - heuristic.ci95, 10 * (random.value + random.ci95));
}

TEST(Players, RandomIsUniformOverTheLegalMoves) {
  const auto board = parse_board<Board<2, 2>>("2 2/0 4");  // up is illegal
  RandomPlayer<Board<2, 2>> player;
  std::array<int, 4> counts{};
  constexpr int draws = 30'000;
  for (std::uint32_t game = 0; game < draws; ++game)
    ++counts[static_cast<std::size_t>(*player.choose(board, Chance{1, game, {}}, 0))];
  EXPECT_EQ(legal_moves(board).size(), 3);
  for (const auto direction : all_directions) {
    const auto count = counts[static_cast<std::size_t>(direction)];
    if (legal_moves(board).contains(direction))
      EXPECT_NEAR(count, draws / 3.0, 400) << name_of(direction);  // about five standard deviations
    else
      EXPECT_EQ(count, 0);
  }
}

TEST(Players, GreedyTakesTheLargestRewardAndDrawsLotsForEqualOnes) {
  GreedyPlayer<Board<2, 2>> player;
  const auto up_or_down = parse_board<Board<2, 2>>("4 2/4 8");
  int ups = 0;
  for (std::uint32_t game = 0; game < 1000; ++game) {
    const auto choice = *player.choose(up_or_down, Chance{1, game, {}}, 0);
    EXPECT_TRUE(is_vertical(choice));
    ups += choice == Direction::up;
  }
  EXPECT_NEAR(ups, 500, 80);
}

TEST(Players, AllEndWhereNoMoveIsLegal) {
  const auto over = parse_board<Board<2, 2>>("2 4/4 2");
  for (const auto& kind : player_kinds)
    EXPECT_FALSE((make_player<Board<2, 2>>(kind.name)->choose(over, Chance{1, 0, {}}, 0)));
}

TEST(Players, AnUnknownNameIsRefusedWithTheNearest) {
  try {
    check_player("randon");
    FAIL();
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(),
                 "player 'randon' is not known (did you mean 'random'?); there are random, greedy, heuristic, perfect");
  }
}

TEST(PerfectPlay, IsWhatASearchToTheEndFinds) {
  const TemporaryFolder folder;
  const auto solved = [&](Size size) {
    const SolvePlan plan{size, {}, {}, folder / name_of(size), 2};
    solve(plan, [](const SolveProgress&) {});
    return ValueDatabase{plan.path};
  };
  expect_full_depth_is_exact<Board<2, 2>>(solved({2, 2}), 4, 1);
  expect_full_depth_is_exact<Board<2, 3>>(solved({2, 3}), 180, 1 + scaled(1) % 7);
}

TEST(PerfectPlay, IsKeptByASearchOverIt) {
  const TemporaryFolder folder;
  const SolvePlan plan{{2, 3}, {}, {}, folder / "db", 2};
  solve(plan, [](const SolveProgress&) {});
  const ValueDatabase database{plan.path};
  SearchPlan search;
  search.depth = 3;
  Searcher<DatabaseValue<Board<2, 3>>> searcher{DatabaseValue<Board<2, 3>>{database}, search, {}};
  const auto board = parse_board<Board<2, 3>>("2 4 8/2 0 0");
  const auto exact = move_values(database, board);
  const auto searched = move_values(searcher.search(board));
  for (const auto direction : all_directions) {
    ASSERT_EQ(exact[direction].has_value(), searched[direction].has_value());
    if (!exact[direction]) continue;
    EXPECT_NEAR(*exact[direction], *searched[direction], 0.02);
  }
}

}  // namespace
}  // namespace afterstate
