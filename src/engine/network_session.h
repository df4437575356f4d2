// A session that evaluates boards with an n-tuple network. Each board size is compiled in its own file.
#pragma once

#include <memory>

#include "engine/engine.h"
#include "network/network.h"

namespace afterstate {

/// The network must not change while the session is used. Networks that store more than values can only play greedily.
template <class Board, class Weight>
std::unique_ptr<Session> network_session(const NTupleNetwork<Board, Weight>& network, SpawnLaw law);

}  // namespace afterstate
