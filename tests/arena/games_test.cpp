#include "arena/games.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "arena/replay.h"
#include "engine/builtin_players.h"
#include "support.h"

namespace afterstate {
namespace {

std::vector<std::string> records_of(const GamesPlan& plan) {
  std::vector<std::string> lines;
  play_games(plan, [&](const FinishedGame& finished) { lines.push_back(finished.record); });
  return lines;
}

TEST(Games, AreTheSameOnAnyNumberOfThreads) {
  GamesPlan plan{.engine = builtin_engine("greedy"), .seed = 5, .games = 500, .threads = 1, .record = true};
  const auto alone = records_of(plan);
  for (const int threads : {2, 3, 8}) {
    plan.threads = threads;
    EXPECT_EQ(records_of(plan), alone);
  }
}

TEST(Games, OfTwoRunsCanBeJoined) {
  GamesPlan plan{.engine = builtin_engine("random"), .games = 100, .record = true};
  const auto whole = records_of(plan);
  plan.games = 60;
  auto joined = records_of(plan);
  plan.first_game = 60;
  plan.games = 40;
  for (auto& line : records_of(plan)) joined.push_back(line);
  EXPECT_EQ(joined, whole);
}

TEST(Games, FollowTheRulesForEveryPlayerAndSize) {
  for (const auto size : all_sizes())
    for (const auto* player : {"random", "greedy", "heuristic"})
      for (const double four : {0.0, 0.1, 1.0})
        for (const auto& line :
             records_of({.engine = builtin_engine(player), .size = size, .law = {four}, .games = 5, .record = true})) {
          const auto record = parse_record(line);
          EXPECT_EQ(replay(record).score, record.score);
        }
}

TEST(Games, PlayersGetTheSameSpawnsUntilTheirMovesDiffer) {
  const auto greedy = records_of({.engine = builtin_engine("greedy"), .games = 50, .record = true});
  const auto random = records_of({.engine = builtin_engine("random"), .games = 50, .record = true});
  int shared_moves = 0;
  for (std::size_t game = 0; game < greedy.size(); ++game) {
    const auto one = parse_record(greedy[game]);
    const auto other = parse_record(random[game]);
    EXPECT_EQ(one.start, other.start);
    for (std::size_t turn = 0; one.turns[turn].move == other.turns[turn].move; ++turn, ++shared_moves)
      ASSERT_EQ(one.turns[turn].spawn, other.turns[turn].spawn);
  }
  EXPECT_GT(shared_moves, 10);
}

TEST(Games, StopOnRequest) {
  std::stop_source source;
  std::uint64_t seen = 0;
  play_games(
      {.engine = builtin_engine("random"), .games = 1'000'000'000, .threads = 2},
      [&](const FinishedGame& finished) {
        if (source.stop_requested()) {
          EXPECT_GE(finished.game, seen++) << "in order, but games in progress were abandoned";
        } else {
          EXPECT_EQ(finished.game, seen++);
        }
        if (seen == 1000) source.request_stop();
      },
      source.get_token());
  EXPECT_GE(seen, 1000U);
}

TEST(Games, AreAbandonedOnRequest) {
  std::stop_source source;
  source.request_stop();
  const auto engine = builtin_engine("random");
  SearchPlan plan;
  plan.stop = source.get_token();
  EXPECT_FALSE(play_game({4, 4}, *engine->new_session({4, 4}, {}), plan, GameRandom{1, 0, {}}).has_value());
}

TEST(Games, StopAtTheFirstFailure) {
  const auto deliver = [](const FinishedGame&) { throw std::runtime_error{"full"}; };
  EXPECT_THROW(play_games({.engine = builtin_engine("random"), .games = 1'000'000'000, .threads = 2}, deliver),
               std::runtime_error);
}

}  // namespace
}  // namespace afterstate
