// The analysis of a board as text.
#pragma once

#include <string>

#include "engine/engine.h"
#include "engine/placement_json.h"

namespace afterstate::app {

/// One line per move, the best one marked, and one for depth, nodes and time.
std::string analysis_text(const TimedAnalysis& timed, const PackedBoard& board, const EngineInfo& info);

/// The same for the defender of the two-player game: plies and rounds instead of depth.
std::string defence_text(const TimedAnalysis& timed, const PackedBoard& board, const EngineInfo& info);

/// The value of each placement as a grid per tile, the best placement, and a line for plies, nodes and time.
std::string placements_text(const TimedPlacements& timed, Size size, const EngineInfo& info);

}  // namespace afterstate::app
