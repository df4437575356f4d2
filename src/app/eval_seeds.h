// eval --seeds: the same games for several seeds, one after the other.
#pragma once

#include <cstdint>

#include "arena/games.h"
#include "os/atomic_file.h"

namespace afterstate::app {

/// Plays the plan with the seeds from its own on, and prints the result of each and the mean over them. `record` is
/// null if games are not recorded. Returns the exit status.
int eval_over_seeds(GamesPlan plan, std::uint64_t seeds, AtomicFile* record, bool as_json);

}  // namespace afterstate::app
