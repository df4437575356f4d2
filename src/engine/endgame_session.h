// A session that evaluates 4x4 boards with a network and endgame tables.
#pragma once

#include <memory>

#include "engine/endgame_value.h"
#include "engine/engine.h"
#include "network/network.h"

namespace afterstate {

/// `network` and `endgames` must outlive the session. Placements of the two-player game are evaluated by `plain`, a
/// session of the network alone.
std::unique_ptr<Session> endgame_session(const NTupleNetwork<LargestBoard, ValueWeight>& network,
                                         const EndgameValues& endgames, SpawnLaw law, std::unique_ptr<Session> plain);

}  // namespace afterstate
