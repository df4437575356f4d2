// Learning of both roles against its slow twin, board by board.
#include <gtest/gtest.h>

#include <cmath>

#include "learn/duel_learning.h"
#include "learn/slow_duel.h"
#include "support.h"

namespace afterstate {
namespace {

constexpr std::uint64_t duel_seed = 5;
constexpr std::uint64_t first_game = std::uint64_t{1} << 63;  // as in learning_threads.h

/// Plays the first legal thing.
class FirstChoice final : public DuelSession {
 public:
  Spawn place(const PackedBoard& afterstate, const GameRandom&, std::uint32_t) override {
    return first_place(unpacked<BasicBoard<2, 3>>(afterstate));
  }
  Direction slide(const PackedBoard& board, const GameRandom&, std::uint32_t) override {
    return first_slide(unpacked<BasicBoard<2, 3>>(board));
  }

  static Spawn first_place(const BasicBoard<2, 3>& afterstate) { return slow_placements(afterstate, true).front(); }
  static Direction first_slide(const BasicBoard<2, 3>& board) { return legal_moves(board).nth(0); }
};

template <class Board>
void expect_same_values(const auto& network, const SlowNetwork<Board>& twin) {
  for (std::uint64_t number = 0; number < 300; ++number) {
    const auto board = random_board<Board>(number, largest_exponent(Board::cells), 5);
    const float expected = twin.value(board);
    ASSERT_NEAR(network.value(board), expected, 1e-5 * std::max(1.0F, std::fabs(expected)));
  }
}

enum class Learners { defender, attacker, both };

template <class Board, class Weight>
void expect_equal_duels(NetworkShape shape, const Phase& phase, const DuelTask& duel, Learners learners,
                        Role reported = Role::attack, const SlowOpponent<Board>& opponent = {}) {
  SCOPED_TRACE(testing::Message() << "rule " << static_cast<int>(phase.rule) << ", credit "
                                  << static_cast<int>(phase.credit) << ", share " << duel.random_share << ", learners "
                                  << static_cast<int>(learners) << ", start " << name_of(duel.start));
  const bool fours = duel.rule == DuelRule::two_or_four;
  const auto of_role = [&](Role role) {
    auto own = shape;
    own.role = role;
    return own;
  };
  NTupleNetwork<Board, Weight> defender{of_role(Role::defend)};
  NTupleNetwork<Board, Weight> attacker{of_role(Role::attack)};
  std::optional<NetworkShape> none;
  SlowDuel<Board> twin{learners == Learners::attacker ? none : std::optional{shape},
                       learners == Learners::defender ? none : std::optional{shape},
                       fours,
                       duel.start == DuelStart::empty,
                       duel.random_share,
                       opponent};
  const auto games = scaled(200);
  TrainingState state;
  const LearningTask task{.law = law_of(duel.rule), .seed = duel_seed, .until_games = games};
  const auto go_on = [](std::uint64_t) { return true; };
  const bool by_attacker = learners == Learners::attacker || (learners == Learners::both && reported == Role::attack);
  auto* const rival = learners == Learners::both ? (by_attacker ? &defender : &attacker) : nullptr;
  const auto boards = learn_duel(by_attacker ? attacker : defender, rival, phase, task, duel, state, go_on);
  for (std::uint64_t game = 0; game < games; ++game) twin.learn_from_game(phase, duel_seed, first_game + game);
  EXPECT_EQ(state.actions, twin.actions());
  EXPECT_EQ(state.games, games);
  EXPECT_GE(boards, state.actions);
  if (learners != Learners::attacker) expect_same_values<Board>(defender, twin.defender());
  if (learners != Learners::defender) expect_same_values<Board>(attacker, twin.attacker());
}

std::vector<Phase> every_credit() {
  return {{.alpha = 0.2F, .beta = 0.7F, .credit = CreditKind::plain, .lambda = 0.5F, .horizon = 3},
          {.alpha = 0.2F, .beta = 0.7F, .credit = CreditKind::delayed, .lambda = 0, .horizon = 0},
          {.alpha = 0.2F, .beta = 0.7F, .credit = CreditKind::delayed, .lambda = 0.9F, .horizon = 4},
          {.alpha = 0.2F, .beta = 0.7F, .credit = CreditKind::backward}};
}

NetworkShape square_shape(std::string_view stages = "one", Promotion promotion = Promotion::none) {
  return {{2, 2}, parse_tuples("01 012", {2, 2}), 6, 30, parse_staging(stages, {2, 2}), promotion};
}

NetworkShape oblong_shape(std::string_view stages = "one", Promotion promotion = Promotion::none) {
  return {{2, 3}, parse_tuples("014 0123", {2, 3}), 6, 0, parse_staging(stages, {2, 3}), promotion};
}

const SlowOpponent<BasicBoard<2, 3>> first_choice{FirstChoice::first_place, FirstChoice::first_slide};

DuelTask against_first_choice(double share, DuelStart start = DuelStart::empty) {
  return {DuelRule::two_or_four, start, share, {[] { return std::make_unique<FirstChoice>(); }}};
}

TEST(DuelLearning, OfADefenderEqualsTheSlowTwin) {
  for (auto phase : every_credit())
    for (const double share : {0.0, 0.3, 1.0}) {
      phase.rule = RuleKind::td;
      const DuelTask duel{.random_share = share};
      expect_equal_duels<BasicBoard<2, 2>, ValueWeight>(square_shape(), phase, duel, Learners::defender);
      expect_equal_duels<BasicBoard<2, 3>, ValueWeight>(oblong_shape(), phase, against_first_choice(share),
                                                        Learners::defender, Role::defend, first_choice);
      phase.rule = RuleKind::tc;
      expect_equal_duels<BasicBoard<2, 3>, CoherenceWeight>(oblong_shape(), phase, duel, Learners::defender);
    }
}

TEST(DuelLearning, OfAnAttackerEqualsTheSlowTwin) {
  for (auto phase : every_credit())
    for (const double share : {0.0, 0.3, 1.0})
      for (const auto start : {DuelStart::empty, DuelStart::two}) {
        const auto duel = against_first_choice(share, start);
        phase.rule = RuleKind::td;
        expect_equal_duels<BasicBoard<2, 3>, ValueWeight>(oblong_shape(), phase, duel, Learners::attacker, Role::attack,
                                                          first_choice);
        phase.rule = RuleKind::tc;
        expect_equal_duels<BasicBoard<2, 3>, CoherenceWeight>(oblong_shape("8 16", Promotion::both), phase, duel,
                                                              Learners::attacker, Role::attack, first_choice);
      }
}

TEST(DuelLearning, OfBothRolesEqualsTheSlowTwin) {
  for (const auto& phase : every_credit())
    for (const auto rule : {DuelRule::two_or_four, DuelRule::two})
      for (const auto role : {Role::attack, Role::defend}) {
        const DuelTask duel{.rule = rule, .random_share = 0.3};
        expect_equal_duels<BasicBoard<2, 2>, CoherenceWeight>(square_shape("4 8", Promotion::inter), phase, duel,
                                                              Learners::both, role);
        expect_equal_duels<BasicBoard<2, 3>, CoherenceWeight>(oblong_shape(), phase, duel, Learners::both, role);
      }
}

TEST(DuelLearning, WithAutostepEqualsTheSlowTwin) {
  const Phase phase{.rule = RuleKind::autostep, .credit = CreditKind::plain};
  expect_equal_duels<BasicBoard<2, 2>, AutostepWeight>(square_shape(), phase, {.random_share = 0.5}, Learners::both);
}

}  // namespace
}  // namespace afterstate
