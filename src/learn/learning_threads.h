// Hands out games to learning threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>

#include "learn/episode_starts.h"
#include "learn/learning.h"
#include "os/threads.h"

namespace afterstate::detail {

/// Offset that keeps training games distinct from the games that measure players under the same seed.
inline constexpr std::uint64_t first_learning_game = std::uint64_t{1} << 63;

/// Each thread has a learner, made by `make_learner(first_boards)`. Returns the number of boards that were valued.
template <class MakeLearner>
std::uint64_t learn_on_threads(int stages, const LearningTask& task, TrainingState& state,
                               const std::function<bool(std::uint64_t)>& keep_going, const MakeLearner& make_learner) {
  std::atomic<std::uint64_t> actions{state.actions};
  std::atomic<std::uint64_t> games{state.games};
  std::atomic<bool> paused{false};
  SharedFirstBoards first_boards{state.first_boards};
  std::mutex adding_up;
  std::uint64_t boards = 0;
  state.stages.resize(static_cast<std::size_t>(stages));
  const auto take_game = [&](std::uint64_t& game) {
    if (paused || actions >= task.until_actions) return false;
    game = games;
    while (game < task.until_games && !games.compare_exchange_weak(game, game + 1)) {
    }
    return game < task.until_games;
  };
  run_on_threads(task.threads, [&](int thread) {
    try {
      auto learner = make_learner(first_boards);
      for (std::uint64_t game = 0; take_game(game);) {
        actions += learner.learn_from_round(task.seed, first_learning_game + game, task.law);
        if (thread == 0 && !keep_going(actions)) paused = true;
      }
      const std::scoped_lock lock{adding_up};
      boards += learner.boards();
      for (std::size_t stage = 0; stage < state.stages.size(); ++stage) state.stages[stage] += learner.stages()[stage];
    } catch (...) {
      paused = true;  // an opponent that fails would fail again: the other threads stop too
      throw;
    }
  });
  state.actions = actions;
  state.games = games;
  return boards;
}

}  // namespace afterstate::detail
