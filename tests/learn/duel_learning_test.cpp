#include "learn/duel_learning.h"

#include <gtest/gtest.h>

#include <cstring>

#include "learn/slow_duel.h"
#include "support.h"

namespace afterstate {
namespace {

const auto on_and_on = [](std::uint64_t) { return true; };

using Square = BasicBoard<2, 2>;
using Oblong = BasicBoard<2, 3>;

/// A table with an entry for every board.
template <class Board>
NetworkShape tabular(Role role, float initial_value) {
  return {.size = size_of<Board>,
          .tuples = parse_tuples(Board::cells == 4 ? "0123" : "012345", size_of<Board>),
          .tile_values = Board::cells + 2,
          .initial_value = initial_value,
          .role = role};
}

/// What the networks say that a game is worth: the defender's by the best slides, the attacker's by its own values.
template <class Network>
double learned_value(const Network& network, bool fours, double share) {
  using Board = typename Network::Board;
  double least = std::numeric_limits<double>::infinity();
  double mean = 0;
  for (const auto spawn : slow_placements(Board{}, fours)) {
    Board board;
    board.set_exponent(spawn.cell, spawn.exponent);
    double value = static_cast<double>(network.value(board));
    if (network.shape().role == Role::defend) {
      value = 0;
      for (const auto way : all_directions)
        if (const auto slid = slide(board, way))
          value =
              std::max(value, static_cast<double>(slid->reward) + static_cast<double>(network.value(slid->afterstate)));
    }
    least = std::min(least, value);
    mean += value / Board::cells * (!fours ? 1 : spawn.exponent == 1 ? 0.9 : 0.1);
  }
  return share * mean + (1 - share) * least;
}

/// Plays perfectly if a share of the placements is random and everybody knows it.
template <class Board>
class PerfectSide final : public DuelSession {
 public:
  PerfectSide(bool fours, double share) : exact_(fours, share), fours_(fours) {}

  Spawn place(const PackedBoard& afterstate, const GameRandom&, std::uint32_t) override {
    const auto from = unpacked<Board>(afterstate);
    const auto value_of = [&](Spawn spawn) { return exact_.of_board(with_spawn(from, spawn)); };
    const auto placements = slow_placements(from, fours_);
    return *std::ranges::min_element(placements, {}, value_of);
  }
  Direction slide(const PackedBoard& packed_board, const GameRandom&, std::uint32_t) override {
    const auto board = unpacked<Board>(packed_board);
    std::optional<Direction> best;
    double most = -1;
    for (const auto way : all_directions)
      if (const auto slid = afterstate::slide(board, way))
        if (const double total = slid->reward + exact_.of_afterstate(slid->afterstate); total > most) {
          most = total;
          best = way;
        }
    return *best;
  }

 private:
  SlowDuelValue<Board> exact_;
  bool fours_;
};

template <class Board>
DuelTask against_perfect(DuelRule rule, double share) {
  return {rule, DuelStart::empty, share, {[=] {
            return std::make_unique<PerfectSide<Board>>(rule == DuelRule::two_or_four, share);
          }}};
}

LearningTask for_actions(DuelRule rule, std::uint64_t actions) {
  return {.law = law_of(rule), .until_actions = actions};
}

TEST(DuelLearning, TheSlowTwinKnowsTheExactValuesOf2x2) {
  EXPECT_EQ(SlowDuelValue<Square>(true, 0).of_afterstate({}), 8);
  EXPECT_EQ(SlowDuelValue<Square>(false, 0).of_afterstate({}), 68);
}

TEST(DuelLearning, ADefenderFindsTheExactValueAgainstItsOwnWorstPlacements) {
  for (const auto rule : {DuelRule::two_or_four, DuelRule::two})
    for (const double share : {0.25, 0.5, 1.0}) {
      const bool fours = rule == DuelRule::two_or_four;
      NTupleNetwork<Square, CoherenceWeight> network{tabular<Square>(Role::defend, 100)};
      TrainingState state;
      learn_duel(network, {}, Phase{}, for_actions(rule, 300'000), {.rule = rule, .random_share = share}, state,
                 on_and_on);
      const double exact = SlowDuelValue<Square>(fours, share).of_afterstate({});
      EXPECT_NEAR(learned_value(network, fours, share), exact, 0.03 * exact) << name_of(rule) << " " << share;
    }
}

TEST(DuelLearning, AnAttackerFindsTheExactValueAgainstAPerfectDefender) {
  for (const auto rule : {DuelRule::two_or_four, DuelRule::two})
    for (const double share : {0.0, 0.25, 0.5}) {
      const bool fours = rule == DuelRule::two_or_four;
      NTupleNetwork<Square, CoherenceWeight> network{tabular<Square>(Role::attack, 0)};
      TrainingState state;
      learn_duel(network, {}, Phase{}, for_actions(rule, 300'000), against_perfect<Square>(rule, share), state,
                 on_and_on);
      const double exact = SlowDuelValue<Square>(fours, share).of_afterstate({});
      EXPECT_NEAR(learned_value(network, fours, share), exact, 0.03 * exact) << name_of(rule) << " " << share;
    }
}

TEST(DuelLearning, BothRolesFindTheExactValueTogether) {
  for (const auto rule : {DuelRule::two_or_four, DuelRule::two}) {
    const bool fours = rule == DuelRule::two_or_four;
    const double share = 0.5;
    NTupleNetwork<Square, CoherenceWeight> defender{tabular<Square>(Role::defend, 100)};
    NTupleNetwork<Square, CoherenceWeight> attacker{tabular<Square>(Role::attack, 0)};
    TrainingState state;
    learn_duel(defender, &attacker, Phase{}, for_actions(rule, 500'000), {.rule = rule, .random_share = share}, state,
               on_and_on);
    const double exact = SlowDuelValue<Square>(fours, share).of_afterstate({});
    EXPECT_NEAR(learned_value(defender, fours, share), exact, 0.03 * exact) << name_of(rule);
    EXPECT_NEAR(learned_value(attacker, fours, share), exact, 0.03 * exact) << name_of(rule);
  }
}

/// Without random placements: the optimism of both sides explores.
TEST(DuelLearning, OptimistsFindTheValueOfPerfectPlayTogether) {
  for (const auto rule : {DuelRule::two_or_four, DuelRule::two}) {
    const bool fours = rule == DuelRule::two_or_four;
    NTupleNetwork<Square, CoherenceWeight> defender{tabular<Square>(Role::defend, 100)};
    NTupleNetwork<Square, CoherenceWeight> attacker{tabular<Square>(Role::attack, 0)};
    TrainingState state;
    learn_duel(defender, &attacker, Phase{}, for_actions(rule, 500'000), {.rule = rule}, state, on_and_on);
    const double exact = fours ? 8 : 68;
    EXPECT_NEAR(learned_value(defender, fours, 0), exact, 0.03 * exact) << name_of(rule);
    EXPECT_NEAR(learned_value(attacker, fours, 0), exact, 0.03 * exact) << name_of(rule);
  }
}

TEST(DuelLearning, ADefenderOn2x3ComesCloseToTheExactValue) {
  NTupleNetwork<Oblong, CoherenceWeight> network{tabular<Oblong>(Role::defend, 200)};
  TrainingState state;
  learn_duel(network, {}, Phase{}, for_actions({}, 1'000'000), {.random_share = 0.5}, state, on_and_on);
  const double exact = SlowDuelValue<Oblong>(true, 0.5).of_afterstate({});
  EXPECT_NEAR(learned_value(network, true, 0.5), exact, 0.1 * exact);
}

TEST(DuelLearning, AnAttackerOn2x3ComesCloseToTheExactValue) {
  NTupleNetwork<Oblong, CoherenceWeight> network{tabular<Oblong>(Role::attack, 0)};
  TrainingState state;
  learn_duel(network, {}, Phase{}, for_actions({}, 300'000), against_perfect<Oblong>({}, 0.5), state, on_and_on);
  const double exact = SlowDuelValue<Oblong>(true, 0.5).of_afterstate({});
  EXPECT_NEAR(learned_value(network, true, 0.5), exact, 0.1 * exact);
}

/// Two runs that pause at different places learn the same.
TEST(DuelLearning, GoesOnAsIfItHadNotPaused) {
  const Phase phase{.lambda = 0.5F, .horizon = 3};
  for (const auto role : {Role::defend, Role::attack})
    for (const bool self : {true, false}) {
      const auto duel = self ? DuelTask{.random_share = 0.4} : against_perfect<Square>({}, 0.4);
      const auto rival_role = role == Role::attack ? Role::defend : Role::attack;
      NTupleNetwork<Square, CoherenceWeight> whole{tabular<Square>(role, 0)};
      NTupleNetwork<Square, CoherenceWeight> whole_rival{tabular<Square>(rival_role, 0)};
      TrainingState at_once;
      learn_duel(whole, self ? &whole_rival : nullptr, phase, for_actions({}, 9'000), duel, at_once, on_and_on);
      NTupleNetwork<Square, CoherenceWeight> parts{tabular<Square>(role, 0)};
      NTupleNetwork<Square, CoherenceWeight> parts_rival{tabular<Square>(rival_role, 0)};
      TrainingState in_parts;
      for (const std::uint64_t actions : {2'000, 2'001, 9'000})
        learn_duel(parts, self ? &parts_rival : nullptr, phase, for_actions({}, actions), duel, in_parts, on_and_on);
      EXPECT_EQ(at_once, in_parts);
      EXPECT_EQ(std::memcmp(whole.weights().data(), parts.weights().data(), whole.weights().size_bytes()), 0);
      EXPECT_EQ(
          std::memcmp(whole_rival.weights().data(), parts_rival.weights().data(), whole_rival.weights().size_bytes()),
          0);
    }
}

/// Networks that learn nothing play each game in one way, on any number of threads.
TEST(DuelLearning, OnSeveralThreadsPlaysEveryGameOnce) {
  const Phase frozen{.rule = RuleKind::td, .alpha = 0};
  const auto state_of = [&](Role role, bool self, int threads) {
    NTupleNetwork<Square, ValueWeight> network{tabular<Square>(role, 0)};
    NTupleNetwork<Square, ValueWeight> rival{tabular<Square>(role == Role::attack ? Role::defend : Role::attack, 0)};
    TrainingState state;
    auto duel = self ? DuelTask{} : against_perfect<Square>({}, 0.5);
    duel.random_share = 0.5;
    learn_duel(network, self ? &rival : nullptr, frozen, {.threads = threads, .until_games = 300}, duel, state,
               on_and_on);
    EXPECT_EQ(state.games, 300U);
    return state;
  };
  for (const auto role : {Role::defend, Role::attack})
    for (const bool self : {false, true}) EXPECT_EQ(state_of(role, self, 3), state_of(role, self, 1));
}

/// An opponent that fails ends the learning.
TEST(DuelLearning, PassesOnTheErrorsOfOpponents) {
  class Failing final : public DuelSession {};
  NTupleNetwork<Square, ValueWeight> network{tabular<Square>(Role::attack, 0)};
  TrainingState state;
  const DuelTask duel{.opponents = {[] { return std::make_unique<Failing>(); }}};
  EXPECT_THROW(learn_duel(network, {}, {.rule = RuleKind::td}, for_actions({}, 1'000'000), duel, state, on_and_on),
               std::logic_error);
}

/// The opponents of a list are drawn evenly, and the same in every run.
TEST(DuelLearning, DrawsAnOpponentPerGame) {
  class Counting final : public DuelSession {
   public:
    explicit Counting(int& games) : games_(games) {}
    void new_game() override { ++games_; }
    Direction slide(const PackedBoard& board, const GameRandom&, std::uint32_t) override {
      return legal_moves(unpacked<Square>(board)).nth(0);
    }

   private:
    int& games_;
  };
  NTupleNetwork<Square, ValueWeight> network{tabular<Square>(Role::attack, 0)};
  TrainingState state;
  std::array<int, 3> games{};
  DuelTask duel;
  for (auto& count : games) duel.opponents.emplace_back([&count] { return std::make_unique<Counting>(count); });
  learn_duel(network, {}, {.rule = RuleKind::td}, {.until_games = 3000}, duel, state, on_and_on);
  EXPECT_EQ(games[0] + games[1] + games[2], 3000);
  for (const int count : games) EXPECT_NEAR(count, 1000, 150);
}

}  // namespace
}  // namespace afterstate
