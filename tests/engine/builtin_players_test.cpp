#include "engine/builtin_players.h"

#include <gtest/gtest.h>

#include "arena/games.h"
#include "arena/summary.h"
#include "base/error.h"
#include "game/notation.h"
#include "game/slide.h"
#include "support.h"

namespace afterstate {
namespace {

Summary summary_of(const GamesPlan& plan) {
  Summary summary;
  play_games(plan, [&](const FinishedGame& finished) { summary.add(finished.outcome); });
  return summary;
}

// The literature gives 1,096, from samples; far more games than here give 1,095.4 (docs/results/game.md).
TEST(BuiltinPlayers, RandomScores1096On4x4) {
  const auto mean =
      summary_of({.engine = builtin_engine("random"), .games = std::min<std::uint64_t>(scaled(200'000), 200'000)})
          .mean();
  EXPECT_NEAR(mean.value, 1096, mean.ci95);
}

TEST(BuiltinPlayers, HeuristicScoresTenTimesRandom) {
  const auto games = std::max<std::uint64_t>(200, scaled(1000));
  const auto random = summary_of({.engine = builtin_engine("random"), .games = games}).mean();
  const auto heuristic = summary_of({.engine = builtin_engine("heuristic"), .games = games}).mean();
  EXPECT_GT(heuristic.value - heuristic.ci95, 10 * (random.value + random.ci95));
}

TEST(BuiltinPlayers, RandomIsUniformOverTheLegalMoves) {
  const auto board = parse_board<BasicBoard<2, 2>>("2 2/0 4");  // up is illegal
  const auto session = builtin_engine("random")->new_session({2, 2}, {});
  std::array<int, 4> counts{};
  constexpr int draws = 30'000;
  for (std::uint32_t game = 0; game < draws; ++game)
    ++counts[static_cast<std::size_t>(*session->choose(packed(board), {}, GameRandom{1, game, {}}, 0).move)];
  EXPECT_EQ(legal_moves(board).size(), 3);
  for (const auto direction : all_directions) {
    const auto count = counts[static_cast<std::size_t>(direction)];
    if (legal_moves(board).contains(direction))
      EXPECT_NEAR(count, draws / 3.0, 400) << name_of(direction);  // about five standard deviations
    else
      EXPECT_EQ(count, 0);
  }
}

TEST(BuiltinPlayers, ChooseAmongTheirChoices) {
  const auto board = packed(parse_board<BasicBoard<2, 2>>("4 2/4 8"));  // up and down merge the 4s
  const auto choices = [&](const char* player) {
    return builtin_engine(player)->new_session({2, 2}, {})->choices(board, {});
  };
  DirectionSet vertical;
  vertical.insert(Direction::up);
  vertical.insert(Direction::down);
  EXPECT_EQ(choices("random"), vertical);
  EXPECT_EQ(choices("greedy"), vertical);
  EXPECT_EQ(choices("heuristic").size(), 1);
  const auto over = packed(parse_board<BasicBoard<2, 2>>("4 2/2 4"));
  EXPECT_TRUE(builtin_engine("greedy")->new_session({2, 2}, {})->choices(over, {}).empty());
}

TEST(BuiltinPlayers, GreedyTakesTheLargestRewardAndBreaksTiesAtRandom) {
  const auto session = builtin_engine("greedy")->new_session({2, 2}, {});
  const auto up_or_down = parse_board<BasicBoard<2, 2>>("4 2/4 8");
  int ups = 0;
  for (std::uint32_t game = 0; game < 1000; ++game) {
    const auto choice = *session->choose(packed(up_or_down), {}, GameRandom{1, game, {}}, 0).move;
    EXPECT_TRUE(is_vertical(choice));
    ups += choice == Direction::up;
  }
  EXPECT_NEAR(ups, 500, 80);
}

TEST(BuiltinPlayers, AllEndIfNoMoveIsLegal) {
  const auto over = packed(parse_board<BasicBoard<2, 2>>("2 4/4 2"));
  for (const auto& player : builtin_players) {
    const auto session = builtin_engine(player.name)->new_session({2, 2}, {});
    EXPECT_FALSE(session->choose(over, {}, GameRandom{1, 0, {}}, 0).move);
    EXPECT_EQ(session->analyse(over, {}).values.count(), 0U);
  }
}

TEST(BuiltinPlayers, ChooseAMoveOfMaximumValue) {
  for (const auto& player : builtin_players) {
    const auto session = builtin_engine(player.name)->new_session({3, 3}, {});
    for (std::uint64_t number = 0; number < scaled(500); ++number) {
      const auto board = random_board<BasicBoard<3, 3>>(number, 5, 5);
      const auto values = session->analyse(packed(board), {}).values;
      const auto choice = session->choose(packed(board), {}, GameRandom{1, number, {}}, 0);
      ASSERT_EQ(choice.move.has_value(), values.best().has_value());
      if (choice.move) {
        ASSERT_EQ(values[*choice.move], values[*values.best()]);
      }
      for (const auto direction : all_directions)
        ASSERT_EQ(values[direction].has_value(), legal_moves(board).contains(direction));
    }
  }
}

}  // namespace
}  // namespace afterstate
