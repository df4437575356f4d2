#include "engine/load_engine.h"

#include <gtest/gtest.h>

#include "engine/analysis_request.h"
#include "engine/session_pool.h"
#include "game/notation.h"
#include "model/model_file.h"
#include "network/random_network.h"
#include "solve/solver.h"
#include "support.h"

namespace afterstate {
namespace {

class LoadEngine : public ::testing::Test {
 protected:
  /// A model for 3x3 with redundant tuples and random weights.
  std::string model() {
    const auto path = folder_ / "some.file";  // the name does not show the kind
    const auto network = random_network({{3, 3}, parse_tuples("012345 0134 01", {3, 3}), 11, 0});
    save_model(path, network, {}, 1);
    return path;
  }

  std::string database(const std::string& objective = "score") {
    const auto path = folder_ / ("database-" + objective.substr(0, 4));
    solve({{2, 2}, parse_objective(objective, {2, 2}), {}, path, 1}, [](const SolveProgress&) {});
    return path;
  }

  TemporaryFolder folder_;
};

TEST_F(LoadEngine, RecognisesFilesByTheirContent) {
  const auto network = load_engine(model());
  EXPECT_EQ(network->info().kind, "model");
  EXPECT_EQ(network->info().size, (Size{3, 3}));
  EXPECT_EQ(network->info().unit, ValueUnit::score);
  EXPECT_TRUE(network->info().searchable);
  EXPECT_FALSE(network->info().exact);
  EXPECT_FALSE(network->info().law);
  const auto exact = load_engine(database());
  EXPECT_EQ(exact->info().kind, "database");
  EXPECT_EQ(exact->info().size, (Size{2, 2}));
  EXPECT_TRUE(exact->info().exact);
  EXPECT_TRUE(exact->info().searchable);
  EXPECT_EQ(exact->info().law->four, 0.1);
  EXPECT_EQ(load_engine("perfect:" + database())->info().kind, "database");
  const auto chances = load_engine(database("tile:16"));
  EXPECT_EQ(chances->info().unit, ValueUnit::probability);
  EXPECT_FALSE(chances->info().searchable);
  const auto player = load_engine("random");
  EXPECT_EQ(player->info().kind, "player");
  EXPECT_FALSE(player->info().size);
  for (const auto& engine : {network, exact, chances, player}) {
    EXPECT_FALSE(engine->info().description.empty());
    EXPECT_EQ(engine->info().description.find('\n'), std::string::npos);
  }
}

TEST_F(LoadEngine, FoldsRedundantTuplesWithoutChangingValues) {
  const auto path = model();
  const auto engine = load_engine(path);
  const auto unfolded = load_model(path);
  const auto& network = std::get<NTupleNetwork<BasicBoard<3, 3>, ValueWeight>>(unfolded.network);
  const auto session = engine->new_session({3, 3}, {});
  for (std::uint64_t number = 0; number < 100; ++number) {
    const auto board = random_board<BasicBoard<3, 3>>(number, 6, 5);
    const auto values = session->analyse(packed(board), {}).values;
    for_each_slide(board, [&](Direction direction, const Slid<BasicBoard<3, 3>>& slid) {
      ASSERT_NEAR(*values[direction], static_cast<float>(slid.reward) + network.value(slid.afterstate), 0.01);
    });
  }
}

TEST_F(LoadEngine, RefusesUnknownEngines) {
  const auto complaint = [](const std::string& spec) -> std::string {
    try {
      load_engine(spec);
    } catch (const std::exception& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(complaint("randon"),
            "unknown engine 'randon' (did you mean 'random'?): there is no such file; give a file, default, random, "
            "greedy, heuristic");
  write_file(folder_ / "text", "not an engine");
  EXPECT_EQ(complaint(folder_ / "text"),
            "'" + (folder_ / "text").string() + "' is not a model, checkpoint or value database");
  EXPECT_EQ(complaint("perfect:" + model()), "'" + model() + "' is not a value database");
  write_file(folder_ / "empty", "");
  EXPECT_EQ(complaint(folder_ / "empty"),
            "'" + (folder_ / "empty").string() + "' is not a model, checkpoint or value database");
  EXPECT_EQ(complaint(folder_.path()),
            "'" + folder_.path().string() + "' is a folder; give a model, checkpoint or value database in it");
}

TEST_F(LoadEngine, ErrorsNameOptionsAsTheCallerDoes) {
  const auto random = load_engine("random");
  const auto exact = load_engine(database());
  SearchPlan deep;
  deep.depth = 2;
  EXPECT_EQ(complaint_of([&] { check_search(*random, deep, Vocabulary::command_line); }),
            "'random' cannot be searched: remove the depth or time limit");
  EXPECT_EQ(complaint_of([&] { check_search(*random, deep, Vocabulary::json); }),
            "'random' cannot be searched: remove depth and time_ms");
  EXPECT_EQ(complaint_of([&] { check_size(*exact, Size{3, 3}); }),
            "'" + exact->info().name + "' is for 2x2, not for 3x3");
  EXPECT_EQ(complaint_of([&] { check_law(*exact, SpawnLaw{0.5}, Vocabulary::json); }),
            "'database-scor' was solved for spawn4 0.1, not for spawn4 0.5")
      << "a client is not told in which folder the file is";
  SearchPlan large;
  large.table_bytes = std::uint64_t{1} << 60;
  const auto too_large = complaint_of([&] { check_tables(large, 2, Vocabulary::command_line); });
  EXPECT_TRUE(too_large.starts_with("--table-mb 1152921504606: 2 transposition tables need")) << too_large;
  for (const auto* const said : {"--", "table-mb"})
    EXPECT_EQ(complaint_of([&] { check_tables(large, 2, Vocabulary::json); }).find(said), std::string::npos);
  EXPECT_NO_THROW(check_size(*random, Size{2, 3}));
  EXPECT_NO_THROW(check_law(*random, SpawnLaw{0.5}, Vocabulary::json));
}

TEST_F(LoadEngine, ResultsDoNotDependOnEarlierSearches) {
  const auto engine = load_engine(model());
  const auto kept = engine->new_session({3, 3}, {});
  for (std::uint64_t number = 0; number < scaled(60); ++number) {
    const auto board = packed(random_board<BasicBoard<3, 3>>(number, 6, 4));
    SearchPlan plan;
    plan.depth = 1 + static_cast<int>(number % 4);
    plan.table_bytes = number % 3 * 50'000;
    plan.threads = 1 + static_cast<int>(number % 2);
    const auto fresh = engine->new_session({3, 3}, {})->analyse(board, plan);
    const auto again = kept->analyse(board, plan);
    ASSERT_EQ(again.values.totals, fresh.values.totals) << "depth " << plan.depth;
    ASSERT_EQ(again.depth, fresh.depth);
  }
}

TEST_F(LoadEngine, APoolGivesEachCallerItsOwnSession) {
  const SessionPool pool{load_engine(database())};
  const auto board = packed(parse_board<BasicBoard<2, 2>>("2 0/0 2"));
  const auto* const first = pool.with_session([&](Session& outer) {
    pool.with_session([&](Session& inner) {
      EXPECT_NE(&inner, &outer);
      return inner.analyse(board, {}).depth;
    });
    return &outer;
  });
  EXPECT_EQ(pool.with_session([](Session& session) { return &session; }), first) << "sessions are kept";
  EXPECT_THROW(pool.with_session([](Session&) -> int { throw Failure{"some"}; }), Failure);
  EXPECT_EQ(pool.with_session([](Session& session) { return &session; }), first) << "also after a failure";
}

TEST(SearchRequest, HasOneSetOfLimitsAndMessages) {
  const auto complaint = [](const SearchRequest& request, Vocabulary vocabulary) {
    return complaint_of([&] { plan_of(request, {}, vocabulary); });
  };
  SearchRequest request = depth_request(99);
  EXPECT_EQ(complaint(request, Vocabulary::command_line), "--depth '99': give a whole number from 1 to 60");
  EXPECT_EQ(complaint(request, Vocabulary::json), "depth '99': give a whole number from 1 to 60");
  request = {};
  request.min_chance = "0.1";
  EXPECT_EQ(complaint(request, Vocabulary::command_line),
            "--min-chance '0.1': pruning is not exact; add --mode strong");
  request.mode = "quick";
  EXPECT_EQ(complaint(request, Vocabulary::json), "mode 'quick': give exact or strong");
  request = {};
  request.depth_limit = "6:";
  EXPECT_EQ(complaint(request, Vocabulary::command_line),
            "--depth-limit '6:': give a list of EMPTY:DEPTH, such as 6:3,10:2");
  request = {};
  request.time_ms = 5;
  const auto plan = plan_of(request, {}, Vocabulary::json);
  EXPECT_EQ(plan.mode, SearchMode::strong);
  EXPECT_EQ(plan.depth, max_search_depth);
  EXPECT_EQ(plan.table_bytes, 64'000'000U);
  EXPECT_TRUE(plan_of({}, {}, Vocabulary::json).greedy());
  EXPECT_EQ(plan_of({}, {.default_depth = 3}, Vocabulary::json).depth, 3);
}

}  // namespace
}  // namespace afterstate
