// Diagnostics per stage: the share of actions, the share of weights touched, the mean rate of the weights, and
// predicted against realised scores.
#pragma once

#include <vector>

#include "learn/training_state.h"
#include "model/model_file.h"

namespace afterstate {

/// One report per stage. Reads the whole network.
std::vector<StageReport> stage_reports(const AnyNetwork& network, const TrainingState& state, int threads);

}  // namespace afterstate
