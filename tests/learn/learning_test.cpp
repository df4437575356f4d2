#include "learn/learning.h"

#include <gtest/gtest.h>

#include <cstring>

#include "network/greedy_moves.h"

namespace afterstate {
namespace {

const auto always = [](std::uint64_t) { return true; };

/// The expected score of a game under greedy play, according to the network.
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
          GreedyMoves<const Network> candidates{network};
          candidates.look_up(board);
          sum += chance * static_cast<double>(candidates.best().total);
          chances += chance;
        }
  return sum / chances;
}

TEST(Learning, FindsTheExactValueOf2x2) {
  NTupleNetwork<BasicBoard<2, 2>, CoherenceWeight> network{{{2, 2}, parse_tuples("0123", {2, 2}), 6, 200}};
  TrainingState learned;
  learn(network, Phase{}, {.until_actions = 2'000'000}, learned, always);
  EXPECT_NEAR(start_value(network), 66.964149457101, 0.01 * 66.964149457101);
}

TEST(Learning, EndsWithTheGameThatReachesTheNumberAndGoesOnAsIfItHadNot) {
  const NetworkShape shape{{3, 3}, parse_tuples("012345 0134", {3, 3}), 11, 0};
  const Phase phase{.lambda = 0.5F, .horizon = 3};
  NTupleNetwork<BasicBoard<3, 3>, CoherenceWeight> whole{shape};
  NTupleNetwork<BasicBoard<3, 3>, CoherenceWeight> parts{shape};
  TrainingState learned;
  learn(whole, phase, {.until_actions = 20'000}, learned, always);
  EXPECT_GE(learned.actions, 20'000U);
  EXPECT_LT(learned.actions, 22'000U);
  TrainingState again;
  learn(parts, phase, {.until_actions = 7'000}, again, always);
  learn(parts, phase, {.until_actions = 20'000}, again, [n = 0](std::uint64_t) mutable { return ++n < 20; });
  EXPECT_LT(again.actions, 20'000U);
  learn(parts, phase, {.until_actions = 20'000}, again, always);
  EXPECT_EQ(learned, again);
  EXPECT_EQ(std::memcmp(whole.weights().data(), parts.weights().data(), whole.weights().size_bytes()), 0);
}

TEST(Learning, OnSeveralThreadsPlaysEveryGameOnce) {
  // A network that learns nothing plays each game in one way, whoever plays it and whenever: any game that is played
  // twice, or missing, shows in the sums.
  Phase frozen;
  frozen.rule = RuleKind::td;
  frozen.alpha = 0;
  const auto sums_of = [&](int threads, std::uint64_t games) {
    NTupleNetwork<BasicBoard<3, 3>, ValueWeight> network{
        {{3, 3}, parse_tuples("012345", {3, 3}), 11, 0, parse_staging("8 16 32 64 128 256", {3, 3})}};
    TrainingState state;
    learn(network, frozen, {.threads = threads, .until_games = games}, state, always);
    EXPECT_EQ(state.games, games);
    std::vector<std::uint64_t> sums{state.actions};
    for (const auto& stage : state.stages) {
      sums.push_back(stage.actions);
      sums.push_back(stage.games);
      sums.push_back(static_cast<std::uint64_t>(stage.realised));
      sums.push_back(stage.passed);
    }
    return sums;
  };
  for (const std::uint64_t games : {1, 50, 500}) EXPECT_EQ(sums_of(3, games), sums_of(1, games)) << games;
  EXPECT_NE(sums_of(1, 49), sums_of(1, 50));
}

}  // namespace
}  // namespace afterstate
