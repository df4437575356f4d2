// Measures the speedup from folding: folding_speed MODEL, a network for 4x4 with redundant tuples. Evaluates the boards
// of games with the network as it is and folded, alternating, and prints how far their values differ.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <vector>

#include "base/statistics.h"
#include "game/game_random.h"
#include "model/model_file.h"
#include "network/folding.h"
#include "network/greedy_moves.h"
#include "network/network_value.h"

namespace {

using namespace afterstate;
using Whole = BasicBoard<4, 4>;
using Plain = NTupleNetwork<Whole, ValueWeight>;
using Clock = std::chrono::steady_clock;

constexpr int rounds = 15;

/// All afterstates that the moves of greedy games lead to.
std::vector<Whole> candidates_of_games(const Plain& network, std::size_t count) {
  std::vector<Whole> afterstates;
  for (std::uint64_t game = 0; afterstates.size() < count; ++game) {
    const GameRandom chance{1, game, {}};
    auto board = chance.start<Whole>();
    GreedyMoves<const Plain> candidates{network};
    std::uint32_t turn = 0;
    for (candidates.look_up(board); !candidates.empty(); candidates.look_up(board)) {
      for (const auto& move : candidates.moves()) afterstates.push_back(move.afterstate);
      const auto chosen = candidates.best().move->afterstate;
      board = with_spawn(chosen, chance.spawn(chosen, start_spawns + turn++));
    }
  }
  return afterstates;
}

double values_per_second(const Plain& network, const std::vector<Whole>& boards, std::vector<float>& values) {
  NetworkValue<Plain> value{network};
  const auto start = Clock::now();
  value.evaluate(boards, values.data());
  return static_cast<double>(boards.size()) / std::chrono::duration<double>(Clock::now() - start).count();
}

void measure(const AnyNetwork& any) {
  const auto fewer = folded(any, 0);
  const auto& as_it_is = std::get<Plain>(any);
  const auto& folded_network = std::get<Plain>(fewer);
  const auto boards = candidates_of_games(as_it_is, 1'000'000);
  std::vector<float> before(boards.size());
  std::vector<float> after(boards.size());
  std::vector<double> speeds;
  std::vector<double> folded_speeds;
  for (int round = 0; round < rounds; ++round) {
    speeds.push_back(values_per_second(as_it_is, boards, before));
    folded_speeds.push_back(values_per_second(folded_network, boards, after));
  }
  float largest = 0;
  for (std::size_t n = 0; n < boards.size(); ++n)
    largest = std::max(largest, std::fabs(after[n] - before[n]) / std::max(1.0F, std::fabs(before[n])));
  fmt::print("{} boards, largest relative difference {:.2g}\n", boards.size(), largest);
  fmt::print(
      "{} tuples: {:.2f} million values per second; {} tuples: {:.2f}; ratio of medians {:.2f}, of the fastest "
      "{:.2f}\n",
      as_it_is.tuple_count(), median_of(speeds) / 1e6, folded_network.tuple_count(), median_of(folded_speeds) / 1e6,
      median_of(folded_speeds) / median_of(speeds),
      *std::ranges::max_element(folded_speeds) / *std::ranges::max_element(speeds));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: folding_speed MODEL\n");
    return 2;
  }
  try {
    measure(load_model(argv[1]).network);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
