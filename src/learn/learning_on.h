// The definition of learn(); each board size is compiled in its own file.
#pragma once

#include <atomic>
#include <mutex>

#include "learn/credit.h"
#include "learn/episode.h"
#include "learn/learning.h"
#include "learn/rules.h"
#include "os/threads.h"

namespace afterstate {

namespace detail {

/// Offset that keeps training games distinct from the games that measure players under the same seed.
inline constexpr std::uint64_t first_learning_game = std::uint64_t{1} << 63;

template <class Credit, class Network>
void learn_with(Network& network, const Phase& phase, const LearningTask& task, TrainingState& state,
                const std::function<bool(std::uint64_t)>& keep_going) {
  std::atomic<std::uint64_t> actions{state.actions};
  std::atomic<std::uint64_t> games{state.games};
  std::atomic<bool> paused{false};
  SharedFirstBoards first_boards{state.first_boards};
  std::mutex adding_up;
  state.stages.resize(static_cast<std::size_t>(network.shape().staging.count()));
  const auto take_game = [&](std::uint64_t& game) {
    if (paused || actions >= task.until_actions) return false;
    game = games;
    while (game < task.until_games && !games.compare_exchange_weak(game, game + 1)) {
    }
    return game < task.until_games;
  };
  run_on_threads(task.threads, [&](int thread) {
    EpisodeLearner<Network, Credit> learner{network, phase, first_boards};
    for (std::uint64_t game = 0; take_game(game);) {
      actions += learner.learn_from_round(task.seed, first_learning_game + game, task.law);
      if (thread == 0 && !keep_going(actions)) paused = true;
    }
    const std::scoped_lock lock{adding_up};
    for (std::size_t stage = 0; stage < state.stages.size(); ++stage) state.stages[stage] += learner.stages()[stage];
  });
  state.actions = actions;
  state.games = games;
}

}  // namespace detail

template <class Board, class Weight>
void learn(NTupleNetwork<Board, Weight>& network, const Phase& phase, const LearningTask& task, TrainingState& state,
           const std::function<bool(std::uint64_t)>& keep_going) {
  using Learning = NTupleNetwork<Board, Weight>;
  using Rule = typename RuleFor<Weight>::Type;
  switch (phase.credit) {
    case CreditKind::plain:
      return detail::learn_with<PlainCredit<Learning, Rule>>(network, phase, task, state, keep_going);
    case CreditKind::delayed:
      return detail::learn_with<DelayedCredit<Learning, Rule>>(network, phase, task, state, keep_going);
    case CreditKind::backward:
      return detail::learn_with<BackwardCredit<Learning, Rule>>(network, phase, task, state, keep_going);
  }
}

}  // namespace afterstate
