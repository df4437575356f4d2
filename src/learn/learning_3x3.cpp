#include "learn/learning_on.h"

namespace afterstate {

using Board3x3 = BasicBoard<3, 3>;

template std::uint64_t learn(NTupleNetwork<Board3x3, ValueWeight>&, const Phase&, const LearningTask&, TrainingState&,
                             const std::function<bool(std::uint64_t)>&);
template std::uint64_t learn(NTupleNetwork<Board3x3, CoherenceWeight>&, const Phase&, const LearningTask&,
                             TrainingState&, const std::function<bool(std::uint64_t)>&);
template std::uint64_t learn(NTupleNetwork<Board3x3, AutostepWeight>&, const Phase&, const LearningTask&,
                             TrainingState&, const std::function<bool(std::uint64_t)>&);

}  // namespace afterstate
