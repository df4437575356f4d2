#include "learn/duel_learning_on.h"

namespace afterstate {

using Board2x4 = BasicBoard<2, 4>;

template std::uint64_t learn_duel(NTupleNetwork<Board2x4, ValueWeight>&, NTupleNetwork<Board2x4, ValueWeight>*,
                                  const Phase&, const LearningTask&, const DuelTask&, TrainingState&,
                                  const std::function<bool(std::uint64_t)>&);
template std::uint64_t learn_duel(NTupleNetwork<Board2x4, CoherenceWeight>&, NTupleNetwork<Board2x4, CoherenceWeight>*,
                                  const Phase&, const LearningTask&, const DuelTask&, TrainingState&,
                                  const std::function<bool(std::uint64_t)>&);
template std::uint64_t learn_duel(NTupleNetwork<Board2x4, AutostepWeight>&, NTupleNetwork<Board2x4, AutostepWeight>*,
                                  const Phase&, const LearningTask&, const DuelTask&, TrainingState&,
                                  const std::function<bool(std::uint64_t)>&);

}  // namespace afterstate
