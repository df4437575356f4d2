#include "engine/database_engine.h"

#include <gtest/gtest.h>

#include "engine/full_depth.h"
#include "engine/load_engine.h"
#include "game/notation.h"
#include "solve/database_value.h"
#include "solve/solver.h"
#include "support.h"

namespace afterstate {
namespace {

TEST(PerfectPlay, EqualsASearchToTheEnd) {
  const TemporaryFolder folder;
  const auto solved = [&](Size size) {
    const SolvePlan plan{size, {}, {}, folder / name_of(size), 2};
    solve(plan, [](const SolveProgress&) {});
    return ValueDatabase{plan.path};
  };
  expect_full_depth_is_exact<BasicBoard<2, 2>>(solved({2, 2}), 4, 1);
  expect_full_depth_is_exact<BasicBoard<2, 3>>(solved({2, 3}), 180, 1 + scaled(1) % 7);
}

TEST(PerfectPlay, IsUnchangedByASearchOverIt) {
  const TemporaryFolder folder;
  const SolvePlan plan{{2, 3}, {}, {}, folder / "db", 2};
  solve(plan, [](const SolveProgress&) {});
  const ValueDatabase database{plan.path};
  const auto engine = load_engine(plan.path);
  const auto session = engine->new_session({2, 3}, {});
  SearchPlan search;
  search.depth = 3;
  const auto board = parse_board<BasicBoard<2, 3>>("2 4 8/2 0 0");
  const auto exact = exact_values(database, board);
  EXPECT_EQ(session->analyse(packed(board), {}).values.totals, exact.totals);
  const auto searched = session->analyse(packed(board), search).values;
  for (const auto direction : all_directions) {
    ASSERT_EQ(exact[direction].has_value(), searched[direction].has_value());
    if (!exact[direction]) continue;
    EXPECT_NEAR(*exact[direction], *searched[direction], 0.02);
  }
}

}  // namespace
}  // namespace afterstate
