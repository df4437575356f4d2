// How learning goes in each stage: where actions go, what of the network they reach, whether rates still fall, and
// whether the network believes what then comes true.
#pragma once

#include <vector>

#include "learn/learned.h"
#include "value/model_file.h"

namespace afterstate {

/// A report for each stage. Reads the whole network.
std::vector<StageReport> stage_reports(const AnyNetwork& network, const Learned& learned, int threads);

}  // namespace afterstate
