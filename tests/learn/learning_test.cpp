#include "learn/learning.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "learn/slow_twin.h"
#include "support.h"
#include "value/candidates.h"

namespace afterstate {
namespace {

constexpr std::uint64_t learning_games = std::uint64_t{1} << 63;  // as in learning_on.h

const auto always = [](std::uint64_t) { return true; };

/// Every answer to "how far" and "how does credit flow", with numbers that bring all of their code to work.
std::vector<Phase> all_phases() {
  std::vector<Phase> phases;
  for (const auto credit : {Credit::plain, Credit::delayed})
    for (const auto& [lambda, horizon] : {std::pair{0.0F, 0}, {0.5F, 3}, {0.9F, 7}}) {
      const Phase phase{.alpha = 0.2F, .beta = 0.7F, .credit = credit, .lambda = lambda, .horizon = horizon};
      phases.push_back(phase);
      phases.back().rule = Rule::td;
      for (const auto accumulate : {Accumulate::error, Accumulate::change}) {
        phases.push_back(phase);
        phases.back().accumulate = accumulate;
        phases.back().forget_above = accumulate == Accumulate::error ? 2000 : 50;  // both are passed often
      }
    }
  return phases;
}

template <class Board, class Weight>
void expect_equal_to_twin(const NetworkShape& shape, const Phase& phase) {
  Network<Board, Weight> network{shape};
  SlowLearner<Board> twin{shape, phase};
  Learned learned;
  const auto games = scaled(1000);
  learn(network, phase, {.seed = 3, .until_games = games}, learned, always);
  std::uint64_t actions = 0;
  for (std::uint64_t game = 0; game < games; ++game)
    actions += static_cast<std::uint64_t>(twin.learn_from_game(Chance{3, learning_games + game, {}}));
  EXPECT_EQ(learned, (Learned{actions, games}));
  for (std::uint64_t number = 0; number < 300; ++number) {
    const auto board = random_board<Board>(number, largest_exponent(Board::cells), 5);
    const float expected = twin.value(board);
    EXPECT_NEAR(network.value(board), expected, 1e-5 * std::max(1.0F, std::fabs(expected)));
  }
}

TEST(Learning, EqualsTheSlowTwinOnEveryRuleAndCredit) {
  const NetworkShape small{{2, 2}, parse_tuples("01 012", {2, 2}), 6, 0};
  const NetworkShape oblong{{2, 3}, parse_tuples("014 0123", {2, 3}), 5, 60};  // does not know 32 and more
  for (const auto& phase : all_phases()) {
    SCOPED_TRACE(testing::Message() << "rule " << static_cast<int>(phase.rule) << " accumulate "
                                    << static_cast<int>(phase.accumulate) << " credit "
                                    << static_cast<int>(phase.credit) << " lambda " << phase.lambda << " forget "
                                    << phase.forget_above);
    expect_equal_to_twin<Board<2, 2>, CoherenceWeight>(small, phase);
    expect_equal_to_twin<Board<2, 3>, CoherenceWeight>(oblong, phase);
    if (phase.rule == Rule::td) expect_equal_to_twin<Board<2, 3>, ValueWeight>(oblong, phase);
  }
}

/// The expected score of a game under greedy play, as the network believes.
template <class Network>
double start_value(const Network& network) {
  using Board = typename Network::Board;
  double sum = 0;
  double chances = 0;
  for (int first = 0; first < Board::cells; ++first)
    for (int second = 0; second < Board::cells; ++second)
      for (const int a : {1, 2})
        for (const int b : {1, 2}) {
          if (first == second) continue;
          Board board;
          board.set_exponent(first, a);
          board.set_exponent(second, b);
          const double chance = (a == 2 ? 0.1 : 0.9) * (b == 2 ? 0.1 : 0.9);
          Candidates<Network> candidates{network};
          candidates.look_up(board);
          sum += chance * static_cast<double>(candidates.best().total);
          chances += chance;
        }
  return sum / chances;
}

TEST(Learning, FindsTheExactValueOf2x2) {
  Network<Board<2, 2>, CoherenceWeight> network{{{2, 2}, parse_tuples("0123", {2, 2}), 6, 200}};
  Learned learned;
  learn(network, Phase{}, {.until_actions = 2'000'000}, learned, always);
  EXPECT_NEAR(start_value(network), 66.964149457101, 0.01 * 66.964149457101);
}

TEST(Learning, EndsWithTheGameThatReachesTheNumberAndGoesOnAsIfItHadNot) {
  const NetworkShape shape{{3, 3}, parse_tuples("012345 0134", {3, 3}), 11, 0};
  const Phase phase{.lambda = 0.5F, .horizon = 3};
  Network<Board<3, 3>, CoherenceWeight> whole{shape};
  Network<Board<3, 3>, CoherenceWeight> parts{shape};
  Learned learned;
  learn(whole, phase, {.until_actions = 20'000}, learned, always);
  EXPECT_GE(learned.actions, 20'000U);
  EXPECT_LT(learned.actions, 22'000U);
  Learned again;
  learn(parts, phase, {.until_actions = 7'000}, again, always);
  learn(parts, phase, {.until_actions = 20'000}, again, [n = 0](std::uint64_t) mutable { return ++n < 20; });
  EXPECT_LT(again.actions, 20'000U);
  learn(parts, phase, {.until_actions = 20'000}, again, always);
  EXPECT_EQ(learned, again);
  EXPECT_EQ(std::memcmp(whole.weights().data(), parts.weights().data(), whole.weights().size_bytes()), 0);
}

TEST(Learning, OnSeveralThreadsPlaysEveryGameOnce) {
  Network<Board<3, 3>, CoherenceWeight> network{{{3, 3}, parse_tuples("012345", {3, 3}), 11, 0}};
  Learned learned;
  learn(network, Phase{}, {.threads = 3, .until_games = 500}, learned, always);
  EXPECT_EQ(learned.games, 500U);
  EXPECT_GT(learned.actions, 500U * 20);
}

}  // namespace
}  // namespace afterstate
