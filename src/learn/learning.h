// Multi-threaded learning: threads take rounds of games one by one and share the tables without locks.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "learn/demonstrator.h"
#include "learn/first_boards.h"
#include "learn/known_values.h"
#include "learn/plan.h"
#include "learn/training_state.h"
#include "network/network.h"

namespace afterstate {

struct LearningTask {
  SpawnLaw law{};
  std::uint64_t seed = 1;
  int threads = 1;
  std::uint64_t until_actions = UINT64_MAX;  ///< ends with the round that reaches this
  std::uint64_t until_games = UINT64_MAX;
  const StartBoards* boards = nullptr;  ///< to start at, by stage, if the phase has Start::boards
  std::function<std::unique_ptr<Demonstrator>()> new_demonstrator{};  ///< for each thread, if the phase has one
  const KnownValues* known_values = nullptr;                          ///< to learn from; null if there are none
};

/// Continues from `state` until the limits of the task are reached or `keep_going` returns false; one of the threads
/// calls it after each of its rounds with the actions so far. On one thread the result depends only on the seed, not on
/// where it paused. Returns the number of boards whose values were looked up to choose moves.
template <class Board, class Weight>
std::uint64_t learn(NTupleNetwork<Board, Weight>& network, const Phase& phase, const LearningTask& task,
                    TrainingState& state, const std::function<bool(std::uint64_t actions)>& keep_going);

}  // namespace afterstate
