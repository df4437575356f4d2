// The definition of learn(); each board size is compiled in its own file.
#pragma once

#include "learn/credit.h"
#include "learn/episode.h"
#include "learn/learning_threads.h"
#include "learn/rules.h"

namespace afterstate {

template <class Board, class Weight>
std::uint64_t learn(NTupleNetwork<Board, Weight>& network, const Phase& phase, const LearningTask& task,
                    TrainingState& state, const std::function<bool(std::uint64_t)>& keep_going) {
  using Learning = NTupleNetwork<Board, Weight>;
  using Rule = typename RuleFor<Weight>::Type;
  const auto learn_with = [&]<class Credit>() {
    return detail::learn_on_threads(
        network.shape().staging.count(), task, state, keep_going, [&](SharedFirstBoards& first_boards) {
          return EpisodeLearner<Learning, Credit>{
              network,
              phase,
              first_boards,
              {},
              {task.boards, task.new_demonstrator ? task.new_demonstrator() : nullptr, task.known_values}};
        });
  };
  switch (phase.credit) {
    case CreditKind::plain: return learn_with.template operator()<PlainCredit<Learning, Rule>>();
    case CreditKind::delayed: return learn_with.template operator()<DelayedCredit<Learning, Rule>>();
    default: return learn_with.template operator()<BackwardCredit<Learning, Rule>>();
  }
}

}  // namespace afterstate
