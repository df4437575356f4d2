#include "learn/duel_learning_on.h"

namespace afterstate {

using Board2x3 = BasicBoard<2, 3>;

template std::uint64_t learn_duel(NTupleNetwork<Board2x3, ValueWeight>&, NTupleNetwork<Board2x3, ValueWeight>*,
                                  const Phase&, const LearningTask&, const DuelTask&, TrainingState&,
                                  const std::function<bool(std::uint64_t)>&);
template std::uint64_t learn_duel(NTupleNetwork<Board2x3, CoherenceWeight>&, NTupleNetwork<Board2x3, CoherenceWeight>*,
                                  const Phase&, const LearningTask&, const DuelTask&, TrainingState&,
                                  const std::function<bool(std::uint64_t)>&);
template std::uint64_t learn_duel(NTupleNetwork<Board2x3, AutostepWeight>&, NTupleNetwork<Board2x3, AutostepWeight>*,
                                  const Phase&, const LearningTask&, const DuelTask&, TrainingState&,
                                  const std::function<bool(std::uint64_t)>&);

}  // namespace afterstate
