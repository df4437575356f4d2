#include "learn/duel_learning_on.h"

namespace afterstate {

using Board2x2 = BasicBoard<2, 2>;

template std::uint64_t learn_duel(NTupleNetwork<Board2x2, ValueWeight>&, NTupleNetwork<Board2x2, ValueWeight>*,
                                  const Phase&, const LearningTask&, const DuelTask&, TrainingState&,
                                  const std::function<bool(std::uint64_t)>&);
template std::uint64_t learn_duel(NTupleNetwork<Board2x2, CoherenceWeight>&, NTupleNetwork<Board2x2, CoherenceWeight>*,
                                  const Phase&, const LearningTask&, const DuelTask&, TrainingState&,
                                  const std::function<bool(std::uint64_t)>&);
template std::uint64_t learn_duel(NTupleNetwork<Board2x2, AutostepWeight>&, NTupleNetwork<Board2x2, AutostepWeight>*,
                                  const Phase&, const LearningTask&, const DuelTask&, TrainingState&,
                                  const std::function<bool(std::uint64_t)>&);

}  // namespace afterstate
