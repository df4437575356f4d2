#include "learn/duel_learning_on.h"

namespace afterstate {

using Board3x3 = BasicBoard<3, 3>;

template std::uint64_t learn_duel(NTupleNetwork<Board3x3, ValueWeight>&, NTupleNetwork<Board3x3, ValueWeight>*,
                                  const Phase&, const LearningTask&, const DuelTask&, TrainingState&,
                                  const std::function<bool(std::uint64_t)>&);
template std::uint64_t learn_duel(NTupleNetwork<Board3x3, CoherenceWeight>&, NTupleNetwork<Board3x3, CoherenceWeight>*,
                                  const Phase&, const LearningTask&, const DuelTask&, TrainingState&,
                                  const std::function<bool(std::uint64_t)>&);
template std::uint64_t learn_duel(NTupleNetwork<Board3x3, AutostepWeight>&, NTupleNetwork<Board3x3, AutostepWeight>*,
                                  const Phase&, const LearningTask&, const DuelTask&, TrainingState&,
                                  const std::function<bool(std::uint64_t)>&);

}  // namespace afterstate
