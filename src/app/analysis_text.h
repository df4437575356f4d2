// The analysis of a board as text.
#pragma once

#include <string>

#include "engine/engine.h"

namespace afterstate::app {

/// One line per move, the best one marked, and one for depth, nodes and time.
std::string analysis_text(const TimedAnalysis& timed, const PackedBoard& board, const EngineInfo& info);

}  // namespace afterstate::app
