#include "train/learning_speed.h"

#include <chrono>

#include "learn/learning.h"
#include "network/tuples.h"

namespace afterstate {

namespace {

using SpeedClock = std::chrono::steady_clock;

/// Games are short before learning and page faults are frequent: this is not timed.
constexpr std::chrono::milliseconds warm_up_time{150};
constexpr std::chrono::milliseconds timed_time{250};

// Tables much larger than the caches cost more per lookup than those of the network measured here: wu-4x6 learned 6e6
// actions at 1 / 1.6 to 1 / 1.9 of the rate of small-4x5, three times in alternation on one thread.
constexpr double large_table_cost = 1.75;
constexpr std::uint64_t cached_bytes = 100'000'000;

// In the two-player game an action takes the values of many placements: three to six times as long with half of them
// random, by bench/duel_learning.
constexpr double duel_cost = 4;

/// The mean length of the games that a network plays when it is measured, in moves: rounded from short runs, in which
/// games had 2000 (4x4, at 2e7 actions), 260, 140 and 40 moves (2x3), and they grow with learning.
double mean_game_length(Size size) {
  switch (size.cells()) {
    case 16: return 4500;
    case 12: return 1000;
    case 9: return 200;
    default: return 50;
  }
}

}  // namespace

double measured_lookup_rate(int threads) {
  constexpr Size size{4, 4};
  NTupleNetwork<BasicBoard<4, 4>, CoherenceWeight> network{{size, parse_tuples("small-4x5", size)}};
  TrainingState state;
  const LearningTask task{.threads = threads};
  const auto learn_for = [&](std::chrono::milliseconds time) {
    const auto start = SpeedClock::now();
    const auto before = state.actions;
    learn(network, Phase{}, task, state, [&](std::uint64_t) { return SpeedClock::now() - start < time; });
    return static_cast<double>(state.actions - before) /
           std::chrono::duration<double>(SpeedClock::now() - start).count();
  };
  learn_for(warm_up_time);
  return learn_for(timed_time) * network.lookup_count();
}

double estimated_rate(const Recipe& recipe, double lookup_rate) {
  const bool is_cached = recipe.network.weights() * sizeof(CoherenceWeight) <= cached_bytes;
  return lookup_rate / recipe.network.lookups() / (is_cached ? 1 : large_table_cost) / (recipe.duel ? duel_cost : 1);
}

double estimated_seconds(const Recipe& recipe, double actions_per_second) {
  const auto& measuring = recipe.measuring;
  const auto measurements = recipe.actions / measuring.every;
  const double moves = static_cast<double>(measurements * measuring.games) * mean_game_length(recipe.network.size);
  return (static_cast<double>(recipe.actions) + moves) / actions_per_second;  // playing is about as fast as learning
}

}  // namespace afterstate
