// Learning on threads: rounds of games are taken one by one, the tables are shared without locks.
#pragma once

#include <cstdint>
#include <functional>

#include "learn/learned.h"
#include "learn/plan.h"
#include "value/network.h"

namespace afterstate {

struct LearningTask {
  SpawnLaw law{};
  std::uint64_t seed = 1;
  int threads = 1;
  std::uint64_t until_actions = UINT64_MAX;  ///< ends with the round that reaches this
  std::uint64_t until_games = UINT64_MAX;
};

/// Goes on from `learned` until the task's numbers are reached, or `keep_going`, which one of the threads asks after
/// each of its rounds with the actions so far, says no. On one thread the result depends on the seed alone, not on
/// where it paused.
template <class Board, class Weight>
void learn(Network<Board, Weight>& network, const Phase& phase, const LearningTask& task, Learned& learned,
           const std::function<bool(std::uint64_t actions)>& keep_going);

}  // namespace afterstate
