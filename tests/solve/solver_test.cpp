#include "solve/solver.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/error.h"
#include "game/slide.h"
#include "solve/board_of_tiles.h"
#include "solve/cost.h"
#include "solve/slow_solver.h"
#include "support.h"

namespace afterstate {
namespace {

const auto unheard = [](const SolveProgress&) {};

/// Solves with both solvers and compares all results that they share.
void expect_as_slow(Size size, double four, const std::string& objective_text) {
  SCOPED_TRACE(name_of(size) + " " + objective_text + " " + std::to_string(four));
  const TemporaryFolder folder;
  const auto objective = parse_objective(objective_text, size);
  const SolvePlan plan{size, objective, {four}, folder / "db", 2};
  const auto solution = solve(plan, unheard);
  ASSERT_TRUE(solution);
  slow::Solver twin{size.rows, size.cols, four, objective.is_score() ? 0 : 1U << objective.goal};
  EXPECT_NEAR(solution->value, twin.value_of_start(), 1e-9 * std::max(1.0, solution->value));

  with_board(size, [&]<class Board>() {
    if constexpr (Board::cells < 12) {
      const ValueDatabase database{plan.path};
      std::set<std::uint64_t> afterstates;
      for (const auto& [tiles, value] : twin.values()) {
        const auto board = board_of<Board>(tiles);
        afterstates.insert(canonical(board).nibbles());
        const auto stored = database.value(board);
        ASSERT_TRUE(stored);
        ASSERT_NEAR(*stored, value, objective.is_score() ? 0.01 : 1e-6);
      }
      std::set<std::uint64_t> states;
      std::set<std::uint64_t> terminal;
      for (const auto& tiles : twin.states()) {
        const auto board = board_of<Board>(tiles);
        states.insert(canonical(board).nibbles());
        if (legal_moves(board).empty()) terminal.insert(canonical(board).nibbles());
      }
      EXPECT_EQ(solution->afterstates, afterstates.size());
      EXPECT_EQ(solution->states, states.size());
      EXPECT_EQ(solution->terminal, terminal.size());
    }
  });
}

TEST(Solver, EqualsPlainRecursionOnEveryBoard) {
  for (const auto size : {Size{1, 2}, Size{1, 3}, Size{3, 1}, Size{2, 2}, Size{1, 4}, Size{4, 1}})
    for (const double four : {0.1, 0.0, 0.37, 1.0}) {
      expect_as_slow(size, four, "score");
      expect_as_slow(size, four, "tile:8");
    }
  expect_as_slow({2, 2}, 0.1, "tile:16");
  expect_as_slow({2, 2}, 0.1, "tile:32");
}

TEST(Solver, EqualsPlainRecursionOn2x3) {
  expect_as_slow({2, 3}, 0.1, "score");
  if (scaled(10) > 1) expect_as_slow({3, 2}, 0.2, "tile:64");
}

double solved_value(Size size, const std::string& objective) {
  const TemporaryFolder folder;
  return solve({size, parse_objective(objective, size), {}, folder / "db", 2}, unheard)->value;
}

TEST(Solver, EqualsWhatIsPublished) {
  EXPECT_NEAR(solved_value({2, 2}, "score"), 66.964149457101, 1e-12);
  EXPECT_NEAR(solved_value({2, 3}, "score"), 480.258271775958, 1e-12);
  EXPECT_NEAR(solved_value({2, 2}, "tile:16"), 0.962511, 5e-7);
  EXPECT_NEAR(solved_value({2, 2}, "tile:32"), 0.082887, 5e-7);
}

TEST(Solver, ChancesOfTilesAreThoseOfPerfectPlay) {
  // On 1x2 no move is a choice: 8 needs 4 4, or 2 2 and then a 4 beside the 4.
  const TemporaryFolder folder;
  const auto solution = *solve({{1, 2}, {}, {}, folder / "db", 1}, unheard);
  ASSERT_EQ(solution.tiles.size(), 3U);
  EXPECT_EQ(solution.tiles[2].first, 8U);
  EXPECT_NEAR(solution.tiles[2].second, 0.01 + 0.81 * 0.1, 1e-15);
  EXPECT_EQ(solution.tiles[0].second, 1);
  // The probability of the tile under play for it is the solved value itself.
  const auto for_tile = *solve({{2, 3}, parse_objective("tile:64", {2, 3}), {}, folder / "tile", 1}, unheard);
  EXPECT_EQ(for_tile.tiles.back().first, 64U);
  EXPECT_NEAR(for_tile.tiles.back().second, for_tile.value, 1e-12);
}

TEST(Solver, IsTheSameOnAnyNumberOfThreadsAndAfterAnyStop) {
  const TemporaryFolder folder;
  const auto solved = [&](const std::string& name, int threads) {
    const SolvePlan plan{{2, 3}, {}, {}, folder / name, threads};
    EXPECT_TRUE(solve(plan, unheard));
    EXPECT_FALSE(std::filesystem::exists(plan.path + ".layers"));
    return read_file(plan.path);
  };
  const auto once = solved("one", 1);
  EXPECT_EQ(solved("three", 3), once);

  const SolvePlan plan{{2, 3}, {}, {}, folder / "stopped", 2};
  int stops = 0;
  for (bool finished = false; !finished; ++stops) {
    std::stop_source stop;
    int layers_left = 37;
    const auto stop_after_some = [&](const SolveProgress&) {
      if (--layers_left == 0) stop.request_stop();
    };
    // Layers that were finished before are skipped, but reported again.
    layers_left += 37 * stops;
    finished = solve(plan, stop_after_some, stop.get_token()).has_value();
    EXPECT_NE(finished, std::filesystem::exists(plan.path + ".layers"));
  }
  EXPECT_GT(stops, 3);
  EXPECT_EQ(read_file(plan.path), once);
}

TEST(Solver, DoesNotReplaceWhatIsNotADatabase) {
  const TemporaryFolder folder;
  std::ofstream{folder / "letter"} << "dear reader";
  EXPECT_THROW(solve({{2, 2}, {}, {}, folder / "letter", 1}, unheard), UserError);
  EXPECT_THROW(solve({{2, 2}, {}, {}, folder.path(), 1}, unheard), UserError);
  EXPECT_EQ(read_file(folder / "letter"), "dear reader");
}

TEST(Solver, KnowsBeforehandAboutWhatItTakes) {
  const auto expect_near = [](Size size, double states) {
    EXPECT_NEAR(expected_cost(size).states / states, 1, 0.25) << name_of(size);
  };
  expect_near({2, 2}, 110);
  expect_near({1, 4}, 226);
  expect_near({2, 3}, 21'752);
  expect_near({2, 4}, 4'980'767);
  expect_near({3, 3}, 48'713'519);
  expect_near({3, 4}, 1'152'817'492'752);
  EXPECT_LT(expected_cost({3, 3}).memory, 4e9);
  EXPECT_LT(expected_cost({3, 3}).disk, 1e9);
  const TemporaryFolder folder;
  EXPECT_NO_THROW(check_cost({2, 3}, folder / "db"));
  EXPECT_THROW(check_cost({4, 4}, folder / "db"), UserError);
  EXPECT_THROW(check_cost({3, 4}, folder / "db"), UserError);
}

TEST(Objective, IsScoreOrATileThatAMergeCanMake) {
  EXPECT_EQ(parse_objective("score", {3, 3}), Objective{});
  EXPECT_EQ(parse_objective("tile:512", {3, 3}), Objective{9});
  EXPECT_EQ(name_of(parse_objective("tile:1024", {3, 3})), "tile:1024");
  for (const auto* const wrong : {"", "tile", "tile:", "tile:0", "tile:4", "tile:12", "tile:2048", "tile:8 ", "Score",
                                  "tile:-8", "tile:8x", "tile:99999999999"})
    EXPECT_THROW(parse_objective(wrong, {3, 3}), UserError) << wrong;
}

}  // namespace
}  // namespace afterstate
