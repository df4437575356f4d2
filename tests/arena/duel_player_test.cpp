#include "arena/duel_player.h"

#include <gtest/gtest.h>

#include "game/notation.h"
#include "model/model_file.h"
#include "network/random_network.h"
#include "search/slow_minimax.h"
#include "solve/solver.h"
#include "support.h"

namespace afterstate {
namespace {

using Board3x3 = BasicBoard<3, 3>;
using Network3x3 = NTupleNetwork<Board3x3, ValueWeight>;

class DuelPlayerNames : public ::testing::Test {
 protected:
  /// For 3x3.
  std::string model(Role role) {
    const auto path = folder_ / (std::string{name_of(role)} + ".ast");
    NetworkShape shape{{3, 3}, parse_tuples("012345 0134", {3, 3}), 11, 0};
    shape.role = role;
    save_model(path, random_network(shape), {}, 1);
    return path;
  }

  std::string database() {
    const auto path = folder_ / "2x2.db";
    solve({{2, 2}, {}, {}, path, 1}, [](const SolveProgress&) {});
    return path;
  }

  static std::string complaint(const std::string& text, Role role, DuelSearch search = {}) {
    DuelPlayers players{search};
    return complaint_of([&] { players.side(text, role); });
  }

  TemporaryFolder folder_;
};

TEST_F(DuelPlayerNames, OfEveryKindAreUnderstood) {
  const auto defender = model(Role::defend);
  const auto attacker = model(Role::attack);
  const auto exact = database();
  DuelSearch timed;
  timed.time_ms = 5;
  for (const auto& name :
       {std::string{"random"}, "worst:" + defender, std::string{"worst:heuristic"}, std::string{"worst:greedy"},
        "worst:" + exact, "minimax:" + defender + "@1", "minimax:" + defender + "@63", "minimax:" + attacker + "@3",
        attacker, std::string{"program:true"}})
    EXPECT_EQ(complaint(name, Role::attack), "accepted") << name;
  for (const auto& name : {std::string{"random"}, std::string{"greedy"}, std::string{"heuristic"}, defender, exact,
                           "perfect:" + exact, "minimax:" + defender + "@5", "expectimax:" + defender + "@2",
                           "expectimax:" + exact + "@1", std::string{"program:true"}})
    EXPECT_EQ(complaint(name, Role::defend), "accepted") << name;
  EXPECT_EQ(complaint("minimax:" + defender, Role::defend, timed), "accepted");
  EXPECT_EQ(complaint("expectimax:" + defender, Role::defend, timed), "accepted");
}

TEST_F(DuelPlayerNames, ThatAreWrongGetOneClearLine) {
  const auto defender = model(Role::defend);
  const auto attacker = model(Role::attack);
  const auto expect = [&](const std::string& name, Role role, const std::string& part) {
    const auto what = complaint(name, role);
    EXPECT_NE(what.find(part), std::string::npos) << name << ": " << what;
    EXPECT_EQ(what.find('\n'), std::string::npos);
  };
  expect("nobody", Role::defend, "unknown engine 'nobody'");
  expect("worst:nobody", Role::attack, "unknown engine 'nobody'");
  expect("minimax:" + defender, Role::defend, "write minimax:ENGINE@PLIES");
  expect("minimax:" + defender, Role::defend, "--time-ms, which only 'duel play' and 'duel league' have");
  expect("minimax:" + defender + "@4", Role::defend, "give 3 or 5");
  expect("minimax:" + defender + "@0", Role::defend, "with a number from 1 to 63");
  expect("minimax:" + defender + "@65", Role::defend, "with a number from 1 to 63");
  expect("minimax:" + defender + "@x", Role::defend, "with a number from 1 to 63");
  expect("minimax:heuristic@3", Role::defend, "cannot be searched");
  expect("minimax:" + attacker + "@3", Role::defend, "is the model of an attacker");
  expect("expectimax:" + defender, Role::defend, "write expectimax:ENGINE@DEPTH");
  expect("expectimax:" + defender, Role::defend, "--time-ms, which only 'duel play' and 'duel league' have");
  expect("expectimax:" + defender + "@2", Role::attack, "expectimax defends");
  expect("worst:" + defender, Role::defend, "worst: attacks");
  expect("worst:random", Role::attack, "'random' has no values");
  expect("worst:" + attacker, Role::attack, "is the model of an attacker");
  expect(defender, Role::attack, "does not place tiles");
  expect(attacker, Role::defend, "is the model of an attacker");
  expect("perfect:" + database(), Role::attack, "does not place tiles");
  expect("program:", Role::attack, "write program:COMMAND");
  expect("person", Role::attack, "unknown engine 'person'");
  DuelPlayers players{{}};
  const auto pair_complaint = [&](const std::string& text) {
    return complaint_of([&] { players.player(text, DuelRoles::both); });
  };
  EXPECT_EQ(pair_complaint("A=worst:heuristic,heuristic"), "accepted");
  for (const auto* const text : {"A=random", "A=,random", "A=random,"})
    EXPECT_NE(pair_complaint(text).find("write NAME=ATTACKER,DEFENDER"), std::string::npos) << text;
}

TEST_F(DuelPlayerNames, DescribeTheirPlies) {
  DuelPlayers players{{}};
  const auto defender = model(Role::defend);
  const auto description = [&](const std::string& plies) {
    return players.side("minimax:" + defender + "@" + plies, Role::defend).description;
  };
  EXPECT_TRUE(description("1").starts_with("minimax of 1 ply (0 rounds) over ")) << description("1");
  EXPECT_TRUE(description("3").starts_with("minimax of 3 plies (1 round) over ")) << description("3");
  EXPECT_TRUE(description("5").starts_with("minimax of 5 plies (2 rounds) over ")) << description("5");
}

TEST_F(DuelPlayerNames, AgreeOnSizeAndRule) {
  DuelPlayers players{{}};
  const auto small = players.player("S=worst:heuristic," + model(Role::defend), DuelRoles::both);
  const auto any = players.player("A=random,heuristic", DuelRoles::both);
  const auto smallest = players.player("B=random," + database(), DuelRoles::both);
  EXPECT_EQ(agreed_size({}, DuelRule::two, {&any, &any}), (Size{4, 4}));
  EXPECT_EQ(agreed_size({}, DuelRule::two, {&any, &small}), (Size{3, 3}));
  EXPECT_EQ(agreed_size(Size{2, 4}, DuelRule::two, {&any}), (Size{2, 4}));
  EXPECT_NE(complaint_of([&] { agreed_size(Size{4, 4}, DuelRule::two, {&small}); }).find("is for 3x3, not for 4x4"),
            std::string::npos);
  EXPECT_NE(complaint_of([&] { agreed_size({}, DuelRule::two, {&small, &smallest}); }).find("is for 2x2, not for 3x3"),
            std::string::npos);
}

/// Plain minimax over a network.
class SlowSide {
 public:
  SlowSide(const std::string& path, DuelRule rule, Role role)
      : model_(load_model(path)),
        law_(law_of(rule)),
        minimax_(law_, role == Role::attack, ValueOf{&std::get<Network3x3>(model_.network)}) {}

  Direction slide(const Board3x3& board, int plies) {
    MoveValues values;
    for_each_slide(board, [&](Direction direction, const Slid<Board3x3>& slid) {
      values[direction] =
          static_cast<float>(slid.reward) + minimax_.afterstate(slid.afterstate, rounds_of_plies(plies));
    });
    return *values.best();
  }

  Spawn place(const Board3x3& afterstate, int plies) {
    PlacementValues values;
    for_each_spawn(afterstate, law_, [&](Spawn spawn, double) {
      values[spawn] = minimax_.placed(with_spawn(afterstate, spawn), rounds_of_plies(plies));
    });
    return *values.best();
  }

 private:
  struct ValueOf {
    const Network3x3* network;
    float operator()(const Board3x3& board) const { return network->value(board); }
  };

  Model model_;
  SpawnLaw law_;
  slow::Minimax<Board3x3, ValueOf> minimax_;
};

TEST_F(DuelPlayerNames, MeanWhatPlainMinimaxFinds) {
  const GameRandom random{1, 1, {}};
  for (const auto rule : {DuelRule::two_or_four, DuelRule::two}) {
    const DuelRules rules{{3, 3}, rule};
    for (const auto role : {Role::defend, Role::attack}) {
      const auto path = model(role);
      SlowSide slow{path, rule, role};
      DuelPlayers players{{}};
      const auto session = [&](const std::string& name, Role as) {
        return players.side(name, as).new_session(rules, {});
      };
      const auto worst = session(role == Role::defend ? "worst:" + path : path, Role::attack);
      for (std::uint64_t number = 0; number < scaled(15); ++number) {
        const auto board = random_board<Board3x3>(number, 7, 6);
        const int plies = 1 + 2 * static_cast<int>(number % 3);
        const auto name = "minimax:" + path + "@" + std::to_string(plies);
        SCOPED_TRACE(notation_of(board) + " " + name);
        if (empty_count(board) > 0) {
          EXPECT_EQ(worst->place(packed(board), random, 0), slow.place(board, 1));
          EXPECT_EQ(session(name, Role::attack)->place(packed(board), random, 0), slow.place(board, plies));
        }
        if (role == Role::defend && !legal_moves(board).empty()) {
          EXPECT_EQ(session(name, Role::defend)->slide(packed(board), random, 0), slow.slide(board, plies));
          EXPECT_EQ(session(path, Role::defend)->slide(packed(board), random, 0), slow.slide(board, 1));
        }
      }
    }
  }
}

}  // namespace
}  // namespace afterstate
