// Learning the two-player game, in either role or both at once (docs/duel-learning.md).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "game/duel.h"
#include "game/duel_session.h"
#include "learn/learning.h"

namespace afterstate {

/// How the games of a run are played. The spawn law of the LearningTask must be law_of(rule).
struct DuelTask {
  DuelRule rule = DuelRule::two_or_four;
  DuelStart start = DuelStart::empty;
  double random_share = 0;  ///< of the placements: a 2 with 90 %, a 4 with 10 %, if the rule allows it
  /// Each thread makes all of them; one is drawn per game. A defender without opponents plays against the placement
  /// that its own network likes least.
  std::vector<std::function<std::unique_ptr<DuelSession>()>> opponents{};
};

/// Like learn(), in the role of the network. `rival` is a network of the other role and the same shape, and learns too
/// in games between the two; null if there is none. Returns the number of boards that the networks valued.
template <class Board, class Weight>
std::uint64_t learn_duel(NTupleNetwork<Board, Weight>& network, NTupleNetwork<Board, Weight>* rival, const Phase& phase,
                         const LearningTask& task, const DuelTask& duel, TrainingState& state,
                         const std::function<bool(std::uint64_t actions)>& keep_going);

}  // namespace afterstate
