// POST /api/v1/explain: what each tuple of a network contributes to the value of a move, and what learning from the
// transition would change.
#pragma once

#include "app/serve/engines.h"
#include "base/json_fwd.h"

namespace afterstate::app {

/// The first engine of that size that is a network. Throws UserError if there is none.
const SharedServedEngine& network_engine_for(const Engines& engines, Size size);

/// Answers {"board", "size", "move", "spawn", "run"}, of which board and move are required. Throws RequestError.
Json explained(const Json& request, const ServedEngine& engine);

}  // namespace afterstate::app
