// Comparison with exact values, and reviews.
#include <gtest/gtest.h>

#include <cmath>

#include "arena/compare.h"
#include "arena/replay.h"
#include "arena/review.h"
#include "base/error.h"
#include "engine/builtin_players.h"
#include "engine/load_engine.h"
#include "solve/solver.h"
#include "support.h"

namespace afterstate {
namespace {

class CompareTest : public ::testing::Test {
 protected:
  static std::string solved(const std::string& path) {
    solve({.size = {2, 2}, .objective = {}, .law = {}, .path = path, .threads = 1, .fine = true},
          [](const SolveProgress&) {});
    return path;
  }

  static Comparison look(const GamesPlan& plan, const ValueDatabase& database) {
    return compare_with_exact(plan, database, 5, [](std::uint64_t) {}, {});
  }

  static double total_loss(const Review& review) {
    double sum = 0;
    for (const auto& move : review.moves) sum += move.loss;
    return sum;
  }

  TemporaryFolder folder_;
  std::string path_ = solved(folder_ / "db");
  ValueDatabase database_{path_};
  SharedEngine perfect_ = load_engine(path_);
};

TEST_F(CompareTest, PerfectPlayMakesNoMistake) {
  const GamesPlan plan{.engine = perfect_, .size = {2, 2}, .games = 2000, .threads = 2};
  const auto seen = look(plan, database_);
  const auto total = seen.total();
  EXPECT_EQ(seen.games, 2000U);
  EXPECT_EQ(total.optimal, total.moves);
  EXPECT_EQ(total.lost, 0);
  EXPECT_EQ(total.valued, total.moves);
  EXPECT_EQ(total.error, 0);
  EXPECT_TRUE(seen.worst.empty());
}

/// On average, the losses of a player's moves add up to the difference between perfect play and its score.
TEST_F(CompareTest, LossesAddUpToTheDifferenceFromPerfectPlay) {
  const GamesPlan plan{.engine = builtin_engine("random"), .size = {2, 2}, .games = scaled(40'000), .threads = 2};
  const auto seen = look(plan, database_);
  const auto total = seen.total();
  const double lost_per_game = static_cast<double>(total.lost) / 1e6 / static_cast<double>(seen.games);
  EXPECT_NEAR(seen.score.mean() + lost_per_game, database_.solution().value, 3 * seen.score.estimate().ci95);
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

TEST_F(CompareTest, DoesNotDependOnThreads) {
  GamesPlan plan{.engine = builtin_engine("greedy"), .size = {2, 2}, .games = 3000, .threads = 1};
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
    EXPECT_EQ(together.worst[n].board, alone.worst[n].board);
    EXPECT_EQ(together.worst[n].game, alone.worst[n].game);
  }
}

TEST_F(CompareTest, ReviewFindsWhatCompareFinds) {
  GamesPlan plan{.engine = builtin_engine("random"), .size = {2, 2}, .games = 1, .threads = 1, .record = true};
  for (plan.seed = 1; plan.seed < 30; ++plan.seed) {
    GameRecord record;
    play_games(plan, [&](const FinishedGame& finished) { record = parse_record(finished.record); });
    const auto seen = look(plan, database_);
    const auto reviewed = review(record, *perfect_, {}, 2);
    EXPECT_EQ(total_loss(reviewed), total_loss(review(record, *perfect_, {}, 1))) << "on any number of threads";
    EXPECT_EQ(reviewed.moves.size(), seen.total().moves);
    EXPECT_EQ(reviewed.optimal(), seen.total().optimal);
    EXPECT_NEAR(total_loss(reviewed), static_cast<double>(seen.total().lost) / 1e6, 1e-3);
    EXPECT_LE(reviewed.accuracy(), 1);
    if (total_loss(reviewed) > 1) {
      EXPECT_LT(reviewed.accuracy(), 1);
    }
    const auto worst = reviewed.worst(3);
    EXPECT_LE(worst.size(), 3U);
    if (!worst.empty()) {
      EXPECT_NEAR(reviewed.moves[worst[0]].loss, seen.worst[0].loss, 1e-9);
    }
    // The player may leave a game unfinished.
    if (record.turns.size() < 2) continue;
    record.score = reviewed.moves.back().score;
    record.turns.pop_back();
    EXPECT_EQ(review(record, *perfect_, {}, 2).moves.size(), reviewed.moves.size() - 1);
    EXPECT_THROW(replay(record), Failure);
  }
}

TEST_F(CompareTest, ReviewMarksMovesByTheShareTheyLost) {
  EXPECT_EQ(mark_of(0.049), Mark::none);
  EXPECT_EQ(mark_of(0.05), Mark::inaccuracy);
  EXPECT_EQ(mark_of(0.1), Mark::mistake);
  EXPECT_EQ(mark_of(0.2), Mark::blunder);
  GamesPlan plan{.engine = builtin_engine("random"), .size = {2, 2}, .games = 40, .threads = 1, .record = true};
  std::uint64_t blunders = 0;
  play_games(plan, [&](const FinishedGame& finished) {
    const auto reviewed = review(parse_record(finished.record), *perfect_, {}, 1);
    for (const auto& move : reviewed.moves) {
      EXPECT_DOUBLE_EQ(move.expected, move.score + *move.values[move.best]);
      EXPECT_DOUBLE_EQ(move.share, move.loss / std::max(move.expected, 1.0));
    }
    const auto points = reviewed.turning_points(5);
    EXPECT_EQ(points.size(), std::min<std::uint64_t>(5, reviewed.count(Mark::blunder) + reviewed.count(Mark::mistake) +
                                                            reviewed.count(Mark::inaccuracy)));
    for (std::size_t n = 1; n < points.size(); ++n)
      EXPECT_GE(reviewed.moves[points[n - 1]].share, reviewed.moves[points[n]].share);
    blunders += reviewed.count(Mark::blunder);
  });
  EXPECT_GT(blunders, 0U);
  const auto record = GameRecord{{2, 2}, "", 1, 0, {}, {1, 0, 0, 1}, {}, 0};
  EXPECT_THROW(review(record, *builtin_engine("heuristic"), {}, 1), UserError) << "preferences are not values";
}

TEST_F(CompareTest, ReviewEndsOnRequest) {
  GamesPlan plan{.engine = builtin_engine("random"), .size = {2, 2}, .games = 1, .threads = 1, .record = true};
  std::stop_source source;
  play_games(plan, [&](const FinishedGame& finished) {
    const auto stop_after_two = [&](std::uint64_t moves) {
      if (moves == 2) source.request_stop();
    };
    EXPECT_EQ(review(parse_record(finished.record), *perfect_, {}, 1, stop_after_two, source.get_token()).moves.size(),
              2U);
  });
}

}  // namespace
}  // namespace afterstate
