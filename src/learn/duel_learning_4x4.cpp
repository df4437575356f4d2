#include "learn/duel_learning_on.h"

namespace afterstate {

using Board4x4 = BasicBoard<4, 4>;

template std::uint64_t learn_duel(NTupleNetwork<Board4x4, ValueWeight>&, NTupleNetwork<Board4x4, ValueWeight>*,
                                  const Phase&, const LearningTask&, const DuelTask&, TrainingState&,
                                  const std::function<bool(std::uint64_t)>&);
template std::uint64_t learn_duel(NTupleNetwork<Board4x4, CoherenceWeight>&, NTupleNetwork<Board4x4, CoherenceWeight>*,
                                  const Phase&, const LearningTask&, const DuelTask&, TrainingState&,
                                  const std::function<bool(std::uint64_t)>&);
template std::uint64_t learn_duel(NTupleNetwork<Board4x4, AutostepWeight>&, NTupleNetwork<Board4x4, AutostepWeight>*,
                                  const Phase&, const LearningTask&, const DuelTask&, TrainingState&,
                                  const std::function<bool(std::uint64_t)>&);

}  // namespace afterstate
