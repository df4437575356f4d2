// The analysis of a board of the two-player game in JSON.
#pragma once

#include <vector>

#include "base/json_fwd.h"
#include "engine/engine.h"

namespace afterstate {

/// An analysis of placements, and how long it took.
struct TimedPlacements {
  PlacementAnalysis analysis;
  double milliseconds = 0;
};

TimedPlacements timed_placements(Session& session, const PackedBoard& afterstate, const SearchPlan& plan);

/// The placements that have a value, the best for the attacker first; of equal ones the first stays first.
std::vector<Spawn> best_placements_first(const PlacementValues& values);

/// {"board", "role", "rule", "cell", "tile", "placements": [{"cell", "tile", "value"}...], "plies", "rounds", "nodes",
/// "ms"}; the best placement comes first, and cell and tile are null on a full board.
Json placements_json(const TimedPlacements& timed, const PackedBoard& afterstate, Size size, DuelRule rule);

/// The same for the slides of the defender: {"board", "role", "rule", "best", "moves", "plies", "rounds", "nodes",
/// "ms"}, and "note" if the board has tiles that the engine does not know.
Json defence_json(const TimedAnalysis& timed, const PackedBoard& board, Size size, DuelRule rule);

}  // namespace afterstate
