// Engines in the two-player game: what they say about slides and placements, and requests about it.
#include <gtest/gtest.h>

#include "base/json.h"
#include "engine/analysis_request.h"
#include "engine/load_engine.h"
#include "engine/network_engine.h"
#include "engine/session_pool.h"
#include "game/notation.h"
#include "model/model_file.h"
#include "network/any_network.h"
#include "search/slow_minimax.h"
#include "support.h"

namespace afterstate {
namespace {

using Board3x3 = BasicBoard<3, 3>;

/// A network for 3x3 with random weights.
AnyNetwork some_network(Role role, WeightKind kind = WeightKind::values) {
  NetworkShape shape{{3, 3}, parse_tuples("012345", {3, 3}), 11};
  shape.role = role;
  auto network = make_network(shape, kind);
  const auto rows = rows_of(network);
  for (std::uint64_t n = 0; n < rows.count; ++n)
    rows.value(n) = static_cast<float>(random_block(5, n, 0, 0).first % 100);
  return network;
}

float value_by(const AnyNetwork& network, const Board3x3& board) {
  const auto& of_board = std::get<NTupleNetwork<Board3x3, ValueWeight>>(network);
  std::vector<NTupleNetwork<Board3x3, ValueWeight>::Lookups> lookups(static_cast<std::size_t>(of_board.tuple_count()));
  of_board.look_up(board, lookups.data());
  return of_board.value(lookups.data());
}

void expect_as_slow(Role role, int depth, SpawnLaw law) {
  const auto network = some_network(role);
  const auto engine = borrowed_network_engine(network, "some");
  const auto session = engine->new_session({3, 3}, law);
  const auto value = [&](const Board3x3& board) { return value_by(network, board); };
  slow::Minimax<Board3x3, decltype(value)> slow{law, role == Role::attack, value};
  SearchPlan plan;
  plan.depth = depth;
  plan.adversary = true;
  for (std::uint64_t number = 0; number < 20; ++number) {
    const auto board = random_board<Board3x3>(number, 6, 5);
    SCOPED_TRACE(notation_of(board));
    const auto analysis = session->analyse_placements(packed(board), plan);
    PlacementValues expected;
    if (empty_count(board) > 0)
      for_each_spawn(board, law,
                     [&](Spawn spawn, double) { expected[spawn] = slow.placed(with_spawn(board, spawn), depth - 1); });
    ASSERT_EQ(analysis.values.totals, expected.totals);
    EXPECT_EQ(analysis.depth, empty_count(board) > 0 ? depth : 0);
    if (expected.best()) {
      EXPECT_EQ(session->place(packed(board), plan), *expected.best());
    }
    if (role == Role::attack) continue;
    MoveValues slides;
    for_each_slide(board, [&](Direction direction, const Slid<Board3x3>& slid) {
      slides[direction] = static_cast<float>(slid.reward) + slow.afterstate(slid.afterstate, depth - 1);
    });
    EXPECT_EQ(session->analyse(packed(board), plan).values.totals, slides.totals);
    EXPECT_EQ(session->choose(packed(board), plan, {1, 1, law}, 0).move, slides.best());
  }
}

TEST(Placing, OfANetworkEqualsPlainMinimax) {
  for (const auto role : {Role::defend, Role::attack})
    for (const int depth : {1, 2})
      for (const double four : {0.1, 0.0}) expect_as_slow(role, depth, {four});
}

TEST(Placing, ByANetworkInTrainingIsTheSame) {
  const auto playing = some_network(Role::attack);
  const auto learning = some_network(Role::attack, WeightKind::coherence);
  const auto board = packed(parse_board<Board3x3>("2 4 0/8 0 0/0 0 16"));
  const auto of = [&](const AnyNetwork& network) {
    return borrowed_network_engine(network, "some")->new_session({3, 3}, {})->analyse_placements(board, {}).values;
  };
  EXPECT_EQ(of(playing).totals, of(learning).totals);
}

TEST(Placing, ByAPlayerIsWhereItsBestSlideIsWorstAndEndsTheGameIfItCan) {
  const auto session = load_engine("greedy")->new_session({2, 2}, {});
  // A 2 at the end can merge with the 2 beside it, a 4 with nothing.
  const auto board = packed(parse_board<BasicBoard<2, 2>>("2 8/0 2"));
  EXPECT_EQ(session->place(board, {}), (Spawn{2, 2}));
  EXPECT_THROW(load_engine("random")->new_session({2, 2}, {})->place(board, {}), UserError);
}

TEST(Placing, ModelsKeepTheirRoleAndAreRefusedInTheOther) {
  const TemporaryFolder folder;
  const std::string path = folder / "attacker";
  const auto checksum = save_model(path, some_network(Role::attack), {}, 1);
  EXPECT_NE(checksum, save_model(folder / "defender", some_network(Role::defend), {}, 1));
  EXPECT_EQ(shape_of(load_model(path).network).role, Role::attack);
  const auto engine = load_duel_engine(path);
  EXPECT_EQ(engine->info().role, Role::attack);
  EXPECT_EQ(complaint_of([&] { load_engine(path); }),
            "'" + path + "' is the model of an attacker, which places tiles; give one that chooses moves");
  EXPECT_EQ(shape_of(load_model(folder / "defender").network).role, Role::defend);
}

class DuelRequest : public ::testing::Test {
 protected:
  AnalysisRequest parsed(const char* json) {
    return parse_analysis_request(Json::parse(json), *engine_, {.default_depth = usual_depth});
  }

  std::string error(const char* json) {
    return complaint_of([&] { parsed(json); });
  }

  Json answer(const char* json) {
    const auto request = parsed(json);
    return pool_.with_session(request.law(*engine_),
                              [&](Session& session) { return answer_json(request, session, {3, 3}); });
  }

  AnyNetwork network_ = some_network(Role::defend);
  SharedEngine engine_ = borrowed_network_engine(network_, "some");
  SessionPool pool_{engine_};
};

TEST_F(DuelRequest, OfAnAttackerIsAnsweredWithEveryPlacement) {
  const auto json = answer(R"({"board": "2 4 8 16 0 2 0 4 8", "role": "attack", "plies": 3})");
  EXPECT_EQ(json.at("role"), "attack");
  EXPECT_EQ(json.at("rule"), "2or4");
  EXPECT_EQ(json.at("plies"), 3);
  EXPECT_EQ(json.at("rounds"), 1);
  EXPECT_FALSE(json.contains("depth"));
  ASSERT_EQ(json.at("placements").size(), 4);
  auto least = json.at("placements").at(0);
  for (const auto& placement : json.at("placements"))
    if (placement.at("value") < least.at("value")) least = placement;
  EXPECT_EQ(json.at("cell"), least.at("cell"));
  EXPECT_EQ(json.at("tile"), least.at("tile"));
  const auto twos = answer(R"({"board": "2 4 8 16 0 2 0 4 8", "role": "attack", "rule": "2", "plies": 1})");
  ASSERT_EQ(twos.at("placements").size(), 2);
  for (const auto& placement : twos.at("placements")) EXPECT_EQ(placement.at("tile"), 2);
  const auto full = answer(R"({"board": "2 4 2 4 2 4 2 4 2", "role": "attack"})");
  EXPECT_TRUE(full.at("cell").is_null());
  EXPECT_TRUE(full.at("tile").is_null());
  EXPECT_EQ(full.at("plies"), 0);
}

TEST_F(DuelRequest, OfADefenderIsAnsweredByMinimax) {
  const auto json = answer(R"({"board": "2 4 8 16 0 2 0 4 8", "role": "defend", "plies": 5})");
  EXPECT_EQ(json.at("plies"), 5);
  EXPECT_EQ(json.at("rounds"), 2);
  EXPECT_EQ(json.at("role"), "defend");
  const auto one_player = answer(R"({"board": "2 4 8 16 0 2 0 4 8", "depth": 3})");
  EXPECT_EQ(one_player.at("depth"), 3);
  EXPECT_FALSE(one_player.contains("role"));
  EXPECT_LT(json.at("moves").at("up").get<double>(), one_player.at("moves").at("up").get<double>());
  EXPECT_EQ(answer(R"({"board": "2 4 8 16 0 2 0 4 8", "role": "defend"})").at("plies"), 5);
}

TEST_F(DuelRequest, ThatIsWrongIsRefused) {
  EXPECT_EQ(error(R"({"board": "2 4 8 16 0 2 0 4 8", "role": "both"})"), "role 'both': give defend or attack");
  EXPECT_EQ(error(R"({"board": "2 4 8 16 0 2 0 4 8", "role": "attack", "rule": 2})"), "accepted");
  EXPECT_EQ(error(R"({"board": "2 4 8 16 0 2 0 4 8", "role": "attack", "rule": "4"})"), "rule '4': give 2or4 or 2");
  EXPECT_EQ(error(R"({"board": "2 4 8 16 0 2 0 4 8", "role": "attack", "depth": 3})"),
            "depth: with a role, give plies instead");
  EXPECT_EQ(error(R"({"board": "2 4 8 16 0 2 0 4 8", "plies": 3})"), "plies: give a role too, or depth instead");
  EXPECT_EQ(error(R"({"board": "2 4 8 16 0 2 0 4 8", "role": "attack", "plies": 4})"),
            "plies '4': plies count the moves of both sides and end with an own move: give 3 or 5");
}

}  // namespace
}  // namespace afterstate
