// The definition of learn_duel(); each board size is compiled in its own file.
#pragma once

#include <cassert>

#include "learn/attack_learner.h"
#include "learn/duel_learning.h"
#include "learn/duel_spawning.h"
#include "learn/episode.h"
#include "learn/learning_threads.h"
#include "learn/rules.h"

namespace afterstate {

namespace detail {

/// A defender that learns, and an attacker that may learn with it; the statistics are those of `reported`.
template <class Network, class Credit>
class DefenceLearner {
 public:
  DefenceLearner(Network& defender, Network* attacker, Role reported, const Phase& phase, const DuelTask& duel,
                 SharedFirstBoards& first_boards)
      : learner_(defender, phase, first_boards, Spawning{defender, attacker, phase, duel}), reported_(reported) {}

  std::uint64_t learn_from_round(std::uint64_t seed, std::uint64_t game, SpawnLaw law) {
    return learner_.learn_from_round(seed, game, law);
  }

  std::uint64_t boards() const { return learner_.boards(); }
  const std::vector<StageStatistics>& stages() const {
    return reported_ == Role::defend ? learner_.stages() : learner_.spawning().attacker().stages();
  }

 private:
  using Spawning = DuelSpawning<Network, Credit>;

  EpisodeLearner<Network, Credit, Spawning> learner_;
  Role reported_;
};

}  // namespace detail

template <class Board, class Weight>
std::uint64_t learn_duel(NTupleNetwork<Board, Weight>& network, NTupleNetwork<Board, Weight>* rival, const Phase& phase,
                         const LearningTask& task, const DuelTask& duel, TrainingState& state,
                         const std::function<bool(std::uint64_t)>& keep_going) {
  using Learning = NTupleNetwork<Board, Weight>;
  using Credit = AnyCredit<Learning, typename RuleFor<Weight>::Type>;
  assert(task.law.four == law_of(duel.rule).four);
  const auto learn_with = [&](const auto& make_learner) {
    return detail::learn_on_threads(network.shape().staging.count(), task, state, keep_going, make_learner);
  };
  const Role role = network.shape().role;
  if (role == Role::attack && rival == nullptr) {
    assert(!duel.opponents.empty());
    return learn_with([&](SharedFirstBoards&) { return AttackLearner<Learning, Credit>{network, phase, duel}; });
  }
  auto& defender = role == Role::attack ? *rival : network;
  auto* const attacker = role == Role::attack ? &network : rival;
  return learn_with([&](SharedFirstBoards& first_boards) {
    return detail::DefenceLearner<Learning, Credit>{defender, attacker, role, phase, duel, first_boards};
  });
}

}  // namespace afterstate
