#include "arena/match.h"

#include <gtest/gtest.h>

#include "engine/builtin_players.h"

namespace afterstate {
namespace {

MatchScore match(const GamesPlan& a, const GamesPlan& b) {
  return play_match(a, b, [](const MatchScore&, double) {}, {});
}

TEST(Match, StopsWhenOneIsBetter) {
  GamesPlan a{.engine = builtin_engine("heuristic"), .size = {3, 3}, .seed = 3, .games = 10'000, .threads = 2};
  auto b = a;
  b.engine = builtin_engine("random");
  const auto score = match(a, b);
  EXPECT_EQ(score.verdict(), Verdict::a);
  EXPECT_LT(score.games(), 1000U);
  EXPECT_GT(score.difference().value, score.difference().ci95);
  EXPECT_NEAR(score.difference().value, score.mean_a().value - score.mean_b().value, 1e-6);
  const auto other = match(b, a);
  EXPECT_EQ(other.verdict(), Verdict::b);
  EXPECT_EQ(other.games(), score.games());
  EXPECT_DOUBLE_EQ(other.difference().value, -score.difference().value);
  a.threads = b.threads = 1;
  EXPECT_EQ(match(a, b).games(), score.games());
  EXPECT_DOUBLE_EQ(match(a, b).difference().value, score.difference().value);
}

TEST(Match, OfEqualPlayersIsEqual) {
  const GamesPlan plan{.engine = builtin_engine("greedy"), .size = {3, 3}, .games = 1000, .threads = 2};
  const auto score = match(plan, plan);
  EXPECT_EQ(score.verdict(), Verdict::equal);
  EXPECT_EQ(score.difference().value, 0);
  EXPECT_DOUBLE_EQ(score.variance_saved(), 1);
}

TEST(Match, StaysUndecidedIfGamesAreTooFew) {
  GamesPlan a{.engine = builtin_engine("heuristic"), .size = {3, 3}, .games = 5, .threads = 1};
  auto b = a;
  b.engine = builtin_engine("greedy");
  EXPECT_EQ(match(a, b).verdict(), Verdict::undecided);
  EXPECT_EQ(match(a, b).games(), 5U);
}

TEST(Match, PredictsHowManyGamesItNeeds) {
  GamesPlan a{.engine = builtin_engine("heuristic"), .size = {3, 3}, .games = 100'000, .threads = 2};
  auto b = a;
  b.engine = builtin_engine("greedy");
  std::vector<std::uint64_t> predicted;
  const auto score = play_match(
      a, b, [&](const MatchScore& so_far, double) { predicted.push_back(so_far.games_needed(100'000)); }, {});
  ASSERT_NE(score.verdict(), Verdict::undecided);
  EXPECT_EQ(score.games_needed(100'000), score.games());
  EXPECT_LT(predicted.back(), 20 * score.games()) << "not the maximum number of games";
  EXPECT_EQ(MatchScore{}.games_needed(10), 10U);
}

TEST(Match, StopsOnRequestAndKeepsFinishedPairs) {
  std::stop_source source;
  const GamesPlan plan{.engine = builtin_engine("random"), .games = 1'000'000'000, .threads = 2};
  auto other = plan;
  other.seed = 2;  // so that they are not equal at once
  std::uint64_t games = 0;
  const auto score = play_match(
      plan, other,
      [&](const MatchScore&, double) {
        if (++games == 100) source.request_stop();
      },
      source.get_token());
  EXPECT_LT(score.games(), 100U);
}

}  // namespace
}  // namespace afterstate
