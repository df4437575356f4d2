// Matches, the microscope and reviews.
#include <gtest/gtest.h>

#include <cmath>

#include "arena/match.h"
#include "arena/microscope.h"
#include "arena/replay.h"
#include "arena/review.h"
#include "base/error.h"
#include "game/notation.h"
#include "solve/solver.h"
#include "support.h"

namespace afterstate {
namespace {

MatchScore match(const GamesPlan& a, const GamesPlan& b) {
  return play_match(a, b, [](const MatchScore&) {}, {});
}

TEST(Match, StopsWhenOneIsBetter) {
  GamesPlan a{.size = {3, 3}, .player = "heuristic", .seed = 3, .games = 10'000, .threads = 2};
  auto b = a;
  b.player = "random";
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
  const GamesPlan plan{.size = {3, 3}, .player = "greedy", .games = 1000, .threads = 2};
  const auto score = match(plan, plan);
  EXPECT_EQ(score.verdict(), Verdict::equal);
  EXPECT_EQ(score.difference().value, 0);
  EXPECT_DOUBLE_EQ(score.variance_saved(), 1);
}

TEST(Match, StaysUndecidedWhereGamesAreTooFew) {
  GamesPlan a{.size = {3, 3}, .player = "heuristic", .games = 5, .threads = 1};
  auto b = a;
  b.player = "greedy";
  EXPECT_EQ(match(a, b).verdict(), Verdict::undecided);
  EXPECT_EQ(match(a, b).games(), 5U);
}

class Judged : public ::testing::Test {
 protected:
  static ValueDatabase solved(const std::string& path) {
    solve({.size = {2, 2}, .objective = {}, .law = {}, .path = path, .threads = 1, .fine = true},
          [](const SolveProgress&) {});
    return ValueDatabase{path};
  }

  static Microscopy look(const GamesPlan& plan, const ValueDatabase& database) {
    return look_closely(plan, database, 5, [](std::uint64_t) {}, {});
  }

  TemporaryFolder folder_;
  ValueDatabase database_ = solved(folder_ / "db");
};

TEST_F(Judged, PerfectPlayMakesNoMistake) {
  const GamesPlan plan{.size = {2, 2}, .player = "perfect", .database = &database_, .games = 2000, .threads = 2};
  const auto seen = look(plan, database_);
  const auto total = seen.total();
  EXPECT_EQ(seen.games, 2000U);
  EXPECT_EQ(total.optimal, total.moves);
  EXPECT_EQ(total.lost, 0);
  EXPECT_EQ(total.valued, total.moves);
  EXPECT_EQ(total.error, 0);
  EXPECT_TRUE(seen.worst.empty());
}

/// What a player gives away, move by move, is what it scores less than perfect play, on average.
TEST_F(Judged, LossesAddUpToTheDifferenceFromPerfectPlay) {
  const GamesPlan plan{.size = {2, 2}, .player = "random", .games = scaled(40'000), .threads = 2};
  const auto seen = look(plan, database_);
  const auto total = seen.total();
  const double lost_a_game = static_cast<double>(total.lost) / 1e6 / static_cast<double>(seen.games);
  EXPECT_NEAR(seen.score.mean() + lost_a_game, database_.solution().value, 3 * seen.score.estimate().ci95);
  EXPECT_EQ(total.valued, 0U);
  ASSERT_EQ(seen.worst.size(), 5U);
  for (std::size_t n = 0; n < seen.worst.size(); ++n) {
    const auto& mistake = seen.worst[n];
    if (n > 0) {
      EXPECT_LE(mistake.loss, seen.worst[n - 1].loss);
    }
    EXPECT_DOUBLE_EQ(mistake.loss, *mistake.exact[*mistake.exact.best()] - *mistake.exact[mistake.played]);
  }
  EXPECT_EQ(seen.by_progress[2].alive, seen.games);  // every game starts with two tiles
  for (std::size_t progress = 1; progress < seen.by_progress.size(); ++progress)
    EXPECT_LE(seen.by_progress[progress].alive, seen.by_progress[progress - 1].alive);
}

TEST_F(Judged, DoesNotDependOnThreads) {
  GamesPlan plan{.size = {2, 2}, .player = "greedy", .games = 3000, .threads = 1};
  const auto alone = look(plan, database_);
  plan.threads = 3;
  const auto together = look(plan, database_);
  EXPECT_EQ(together.score.mean(), alone.score.mean());
  ASSERT_EQ(together.by_progress.size(), alone.by_progress.size());
  for (std::size_t n = 0; n < alone.by_progress.size(); ++n) {
    EXPECT_EQ(together.by_progress[n].alive, alone.by_progress[n].alive);
    EXPECT_EQ(together.by_progress[n].lost, alone.by_progress[n].lost);
  }
  ASSERT_EQ(together.worst.size(), alone.worst.size());
  for (std::size_t n = 0; n < alone.worst.size(); ++n) {
    EXPECT_EQ(together.worst[n].exponents, alone.worst[n].exponents);
    EXPECT_EQ(together.worst[n].game, alone.worst[n].game);
  }
}

TEST_F(Judged, ReviewFindsWhatTheMicroscopeFinds) {
  GamesPlan plan{.size = {2, 2}, .player = "random", .games = 1, .threads = 1, .record = true};
  const Adviser adviser{solved(folder_ / "other")};
  for (plan.seed = 1; plan.seed < 30; ++plan.seed) {
    GameRecord record;
    play_games(plan, [&](const FinishedGame& finished) { record = parse_record(finished.record); });
    const auto seen = look(plan, database_);
    const auto reviewed = review(record, adviser, {});
    EXPECT_EQ(reviewed.moves.size(), seen.total().moves);
    EXPECT_EQ(reviewed.optimal(), seen.total().optimal);
    EXPECT_NEAR(reviewed.total_loss(), static_cast<double>(seen.total().lost) / 1e6, 1e-3);
    EXPECT_LE(reviewed.accuracy(), 1);
    if (reviewed.total_loss() > 1) {
      EXPECT_LT(reviewed.accuracy(), 1);
    }
    const auto worst = reviewed.worst(3);
    EXPECT_LE(worst.size(), 3U);
    if (!worst.empty()) {
      EXPECT_NEAR(reviewed.moves[worst[0]].loss, seen.worst[0].loss, 1e-9);
    }
    // A person may leave a game.
    if (record.turns.size() < 2) continue;
    record.score = reviewed.moves.back().score;
    record.turns.pop_back();
    EXPECT_EQ(review(record, adviser, {}).moves.size(), reviewed.moves.size() - 1);
    EXPECT_THROW(replay(record), Failure);
  }
}

}  // namespace
}  // namespace afterstate
