// The body of learn(); each board size that people train is compiled in a file of its own.
#pragma once

#include <atomic>
#include <cassert>
#include <mutex>
#include <type_traits>

#include "base/threads.h"
#include "learn/credit.h"
#include "learn/episode.h"
#include "learn/learning.h"
#include "learn/rules.h"

namespace afterstate {

namespace detail {

/// Games that are learned from are other games than those with which players are measured under the same seed.
inline constexpr std::uint64_t first_learning_game = std::uint64_t{1} << 63;

template <class Credit, class Network>
void learn_with(Network& network, const Phase& phase, const LearningTask& task, Learned& learned,
                const std::function<bool(std::uint64_t)>& keep_going) {
  std::atomic<std::uint64_t> actions{learned.actions};
  std::atomic<std::uint64_t> games{learned.games};
  std::atomic<bool> paused{false};
  SharedFirstBoards first_boards{learned.first_boards};
  std::mutex adding_up;
  learned.stages.resize(static_cast<std::size_t>(network.shape().staging.count()));
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
    for (std::size_t stage = 0; stage < learned.stages.size(); ++stage)
      learned.stages[stage] += learner.stages()[stage];
  });
  learned.actions = actions;
  learned.games = games;
}

}  // namespace detail

template <class Board, class Weight>
void learn(Network<Board, Weight>& network, const Phase& phase, const LearningTask& task, Learned& learned,
           const std::function<bool(std::uint64_t)>& keep_going) {
  using Learning = Network<Board, Weight>;
  const auto with_rule = [&]<class Rule>() {
    switch (phase.credit) {
      case Credit::plain:
        return detail::learn_with<PlainCredit<Learning, Rule>>(network, phase, task, learned, keep_going);
      case Credit::delayed:
        return detail::learn_with<DelayedCredit<Learning, Rule>>(network, phase, task, learned, keep_going);
      case Credit::backward:
        return detail::learn_with<BackwardCredit<Learning, Rule>>(network, phase, task, learned, keep_going);
    }
  };
  if constexpr (std::is_same_v<Weight, CoherenceWeight>)
    if (phase.rule == Rule::tc) {
      if (phase.accumulate == Accumulate::error)
        with_rule.template operator()<TemporalCoherence<Accumulate::error>>();
      else
        with_rule.template operator()<TemporalCoherence<Accumulate::change>>();
      return;
    }
  if constexpr (std::is_same_v<Weight, AutostepWeight>)
    if (phase.rule == Rule::autostep) {
      with_rule.template operator()<Autostep>();
      return;
    }
  assert(phase.rule == Rule::td);
  with_rule.template operator()<TemporalDifference>();
}

}  // namespace afterstate
