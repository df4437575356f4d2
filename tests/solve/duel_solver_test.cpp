// The two-player game, solved.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "game/reachable.h"
#include "search/minimax_searcher.h"
#include "solve/board_of_tiles.h"
#include "solve/database_value.h"
#include "solve/slow_duel.h"
#include "solve/solver.h"
#include "support.h"

namespace afterstate {
namespace {

const auto unseen = [](const SolveProgress&) {};

Solution solved_duel(Size size, const SolvedDuel& duel, const std::string& path, bool fine = false) {
  auto plan = duel_plan(size, duel, path, 2);
  plan.fine = fine;
  return solve(plan, unseen).value();
}

Solution solved_duel(Size size, const SolvedDuel& duel) {
  const TemporaryFolder folder;
  return solved_duel(size, duel, folder / "db");
}

template <class Board, class Tiles, class Of>
std::size_t classes_in(const Tiles& boards, Of of) {
  std::set<std::uint64_t> classes;
  for (const auto& board : boards) classes.insert(canonical(board_of<Board>(of(board))).nibbles());
  return classes.size();
}

template <class Board>
void expect_as_slow(DuelRule rule, DuelStart start) {
  const Size size = size_of<Board>;
  slow::Duel twin{size.rows, size.cols, rule == DuelRule::two_or_four};
  const auto expected = start == DuelStart::two ? twin.start_with_two() : twin.to_place(twin.empty());
  for (std::size_t share = 0; share < slow::Duel::shares.size(); ++share) {
    const SolvedDuel duel{rule, start, slow::Duel::shares[share]};
    SCOPED_TRACE(name_of(size) + " " + description_of(duel));
    const TemporaryFolder folder;
    const auto path = folder / "db";
    const auto solution = solved_duel(size, duel, path, true);
    EXPECT_NEAR(solution.value, expected.values[share], 1e-9 * std::max(1.0, solution.value));
    EXPECT_EQ(solution.tile_forced, expected.tile_forced);
    const auto same = [](const auto& tiles) { return tiles; };
    EXPECT_EQ(solution.states, classes_in<Board>(twin.states(), same));
    EXPECT_EQ(solution.terminal, classes_in<Board>(twin.terminal(), same));
    EXPECT_EQ(solution.afterstates, classes_in<Board>(twin.worths(), [](const auto& known) { return known.first; }));
    const ValueDatabase database{path};
    EXPECT_EQ(database.solution().duel, duel);
    EXPECT_EQ(database.solution().tile_forced, expected.tile_forced);
    EXPECT_EQ(database.solution().value, solution.value);
    for (const auto& [tiles, worth] : twin.worths()) {
      const auto value = database.value(board_of<Board>(tiles));
      ASSERT_TRUE(value);
      if (duel.random == 0)
        ASSERT_EQ(*value, worth.values[share]) << "whole numbers are stored exactly";
      else
        ASSERT_NEAR(*value, worth.values[share], 1e-6);
    }
  }
}

template <class Board>
void expect_as_slow() {
  for (const auto rule : {DuelRule::two_or_four, DuelRule::two})
    for (const auto start : {DuelStart::empty, DuelStart::two}) expect_as_slow<Board>(rule, start);
}

TEST(DuelSolver, EqualsPlainRecursionOnEveryBoard) {
  expect_as_slow<BasicBoard<2, 2>>();
  expect_as_slow<BasicBoard<1, 2>>();
  expect_as_slow<BasicBoard<1, 4>>();
  expect_as_slow<BasicBoard<3, 1>>();
}

TEST(DuelSolver, EqualsPlainRecursionOn2x3) { expect_as_slow<BasicBoard<2, 3>>(); }

/// Nothing but what the search itself finds.
template <class BoardType>
struct Zero {
  using Board = BoardType;
  static void evaluate(std::span<const Board> boards, float* values) { std::fill_n(values, boards.size(), 0.0F); }
};

/// Minimax to the end of the game from every `step`-th afterstate from which the game is short enough.
template <class Board>
void expect_as_full_depth_search(DuelRule rule, std::size_t step, std::size_t at_least) {
  const TemporaryFolder folder;
  const auto path = folder / "db";
  solved_duel(size_of<Board>, {rule}, path);
  const ValueDatabase database{path};
  MinimaxSearcher<Zero<Board>> searcher{{}, law_of(rule), Role::defend};
  SearchPlan plan;
  plan.depth = max_minimax_depth;
  ThreadTeam team{2};
  std::size_t number = 0;
  std::size_t compared = 0;
  for (ReachableLayers<Board> layers{{law_of(rule), 0, DuelStart::empty}, team}; !layers.done();) {
    const auto sum = layers.next_sum();
    const auto largest_sum = rule == DuelRule::two ? layers.largest_sum / 2 : layers.largest_sum;
    const bool short_enough = (largest_sum - std::min(sum, largest_sum)) / 2 + 1 < max_minimax_depth;
    for (const auto nibbles : layers.next().afterstates) {
      if (!short_enough || number++ % step != 0) continue;
      const auto afterstate = Board::from_words(nibbles);
      const auto placements = searcher.attack(afterstate, plan, Wanted::every_value).values;
      const auto worst = placements.best().value();
      ASSERT_EQ(*placements[worst], database.value(afterstate));
      const auto board = with_spawn(afterstate, worst);
      ASSERT_EQ(searcher.defend(board, plan, Wanted::every_value).values.totals, exact_values(database, board).totals);
      ++compared;
    }
  }
  EXPECT_GE(compared, at_least);
}

TEST(DuelSolver, EqualsASearchToTheEnd) {
  for (const auto rule : {DuelRule::two_or_four, DuelRule::two}) {
    expect_as_full_depth_search<BasicBoard<2, 2>>(rule, 1, 25);
    expect_as_full_depth_search<BasicBoard<2, 3>>(rule, 1 + scaled(30), 10);
  }
}

TEST(DuelSolver, IsUnchangedByASearchOverItsValues) {
  using Board = BasicBoard<2, 3>;
  SearchPlan plan;
  plan.depth = 2;
  for (const auto rule : {DuelRule::two_or_four, DuelRule::two}) {
    const TemporaryFolder folder;
    const auto path = folder / "db";
    solved_duel(size_of<Board>, {rule}, path);
    const ValueDatabase database{path};
    MinimaxSearcher<DatabaseValue<Board>> searcher{DatabaseValue<Board>{database}, law_of(rule), Role::defend};
    ThreadTeam team{2};
    for (ReachableLayers<Board> layers{{law_of(rule), 0, DuelStart::empty}, team}; !layers.done();)
      for (const auto nibbles : layers.next().afterstates) {
        const auto afterstate = Board::from_words(nibbles);
        const auto placements = searcher.attack(afterstate, plan, Wanted::best_move).values;
        ASSERT_EQ(*placements[placements.best().value()], database.value(afterstate));
      }
  }
}

TEST(DuelSolver, KnowsTheValuesOfTheSmallestGame) {
  EXPECT_EQ(solved_duel({2, 2}, {DuelRule::two}).value, 68);
  EXPECT_EQ(solved_duel({2, 2}, {DuelRule::two_or_four}).value, 8);
}

TEST(DuelSolver, WithTwosTheDefenderForcesTheLargestScore) {
  for (const auto size : {Size{2, 2}, Size{2, 3}, Size{3, 2}}) {
    const auto solution = solved_duel(size, {DuelRule::two});
    const auto cells = static_cast<unsigned>(size.cells());
    EXPECT_EQ(solution.value, (cells - 2) * (2U << cells) + 4) << name_of(size);
    EXPECT_EQ(solution.tile_forced, 1U << cells) << name_of(size);
  }
  EXPECT_LT(solved_duel({1, 4}, {DuelRule::two}).value, 2 * 32 + 4) << "in one row it does not";
}

TEST(DuelSolver, TheForcedTileDoesNotDependOnTheShareOfRandomPlacements) {
  for (const auto start : {DuelStart::empty, DuelStart::two}) {
    const auto hostile = solved_duel({2, 3}, {DuelRule::two_or_four, start, 0});
    const auto random = solved_duel({2, 3}, {DuelRule::two_or_four, start, 1});
    EXPECT_EQ(hostile.tile_forced, random.tile_forced);
    EXPECT_LT(hostile.value, random.value);
    EXPECT_TRUE(hostile.tiles.empty()) << "an attacker has no probabilities";
    EXPECT_FALSE(random.tiles.empty());
  }
}

TEST(DuelSolver, OnlyRandomPlacementsAreTheOnePlayerGame) {
  for (const auto size : {Size{2, 2}, Size{2, 3}, Size{1, 4}})
    for (const auto rule : {DuelRule::two_or_four, DuelRule::two}) {
      const TemporaryFolder folder;
      const SolvePlan one_player{size, {}, law_of(rule), folder / "one", 2};
      const auto expected = solve(one_player, unseen).value();
      const auto solution = solved_duel(size, {rule, DuelStart::two, 1}, folder / "two");
      EXPECT_EQ(solution.value, expected.value);
      EXPECT_EQ(solution.states, expected.states);
      EXPECT_EQ(solution.afterstates, expected.afterstates);
      EXPECT_EQ(solution.terminal, expected.terminal);
      EXPECT_EQ(solution.tiles, expected.tiles);
      const ValueDatabase one{one_player.path};
      const ValueDatabase two{folder / "two"};
      with_board(size, [&]<class Board>() {
        if constexpr (Board::cells <= 6) {
          ThreadTeam team{1};
          for (ReachableLayers<Board> layers{{law_of(rule)}, team}; !layers.done();)
            for (const auto nibbles : layers.next().afterstates)
              ASSERT_EQ(one.value(Board::from_words(nibbles)).value(), two.value(Board::from_words(nibbles)).value());
        }
      });
    }
}

TEST(DuelSolver, IsTheSameAfterAnyStop) {
  const TemporaryFolder folder;
  const SolvedDuel duel{DuelRule::two_or_four, DuelStart::empty, 0.5};
  solved_duel({2, 3}, duel, folder / "once");
  const auto plan = duel_plan({2, 3}, duel, folder / "stopped", 2);
  int stops = 0;
  for (bool finished = false; !finished; ++stops) {
    std::stop_source stop;
    int layers_left = 37 * (stops + 1);
    const auto stop_after_some = [&](const SolveProgress&) {
      if (--layers_left == 0) stop.request_stop();
    };
    finished = solve(plan, stop_after_some, stop.get_token()).has_value();
    if (finished) break;
    for (const auto& other : {SolvedDuel{DuelRule::two, DuelStart::empty, 0.5},
                              {DuelRule::two_or_four, DuelStart::two, 0.5},
                              {DuelRule::two_or_four, DuelStart::empty, 0.25}})
      EXPECT_NE(complaint_of([&] { solve(duel_plan({2, 3}, other, plan.path, 1), unseen); }).find("other settings"),
                std::string::npos);
  }
  EXPECT_GT(stops, 3);
  EXPECT_EQ(read_file(plan.path), read_file(folder / "once"));
}

TEST(DuelDatabase, HoldsTheEmptyBoardOnlyIfGamesStartWithIt) {
  using Board = BasicBoard<2, 2>;
  const TemporaryFolder folder;
  const auto value = [&](DuelStart start, const Board& board) {
    solved_duel({2, 2}, {DuelRule::two, start}, folder / "db");
    return ValueDatabase{folder / "db"}.value(board);
  };
  EXPECT_EQ(value(DuelStart::empty, {}), 68);
  EXPECT_FALSE(value(DuelStart::two, {}));
  EXPECT_EQ(value(DuelStart::empty, Board::from_words(1)), 68) << "one tile";
  EXPECT_FALSE(value(DuelStart::two, Board::from_words(1)));
  const ValueDatabase database{folder / "db"};
  const auto complaint = [&](const Board& board) { return complaint_of([&] { value_of(database, board); }); };
  EXPECT_NE(complaint({}).find("no game with rule 2 and start two"), std::string::npos);
  EXPECT_NE(complaint(Board::from_words(1)).find("play them with --start two"), std::string::npos) << "one tile";
  EXPECT_EQ(complaint(Board::from_words(0x5555)).find("play them"), std::string::npos) << "in no game";
}

TEST(DuelDatabase, WithAnImpossibleHeaderIsRefused) {
  const TemporaryFolder folder;
  solved_duel({2, 2}, {DuelRule::two_or_four, DuelStart::empty, 0.5}, folder / "db");
  const auto whole = read_file(folder / "db");
  const auto opened = [](std::string bytes) {
    std::vector<std::uint64_t> words(bytes.size() / 8);
    bytes.copy(reinterpret_cast<char*>(words.data()), bytes.size());
    const ValueDatabase database{std::as_bytes(std::span{words}), "changed", ValueDatabase::Check::all_but_checksums};
    return database.solution();
  };
  EXPECT_EQ(opened(whole).duel->random, 0.5);
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"\"2or4\"", "\"2or5\""},
                                                        {"\"empty\"", "\"every\""},
                                                        {"\"random\":0.5", "\"random\":1.5"},
                                                        {"\"random\":", "\"ramdon\":"},
                                                        {"forced\":8", "forced\":5"},
                                                        {"forced\":8", "forced\":0"},
                                                        {"\"spawn4\":0.1", "\"spawn4\":0.2"},
                                                        {"\"rule\":\"2or4\"", "\"rule\":\"2\"   "}}) {
    auto changed = whole;
    const auto place = changed.find(from);
    ASSERT_NE(place, std::string::npos) << from;
    changed.replace(place, from.size(), to);
    EXPECT_THROW(opened(changed), Failure) << to;
  }
}

}  // namespace
}  // namespace afterstate
