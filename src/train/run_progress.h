// How far a run is, as clients of the server see it.
#pragma once

#include "base/json_fwd.h"

namespace afterstate {

/// The keys of a line of log.jsonl that plots need: "actions", "seconds", "mean", "ci95", "games",
/// "actions_per_second", "tiles" as shares, and the "predicted" and "realised" mean score of the games learned from,
/// null if they are not known.
Json measurement_of(const Json& line);

/// {"actions", "goal", "actions_per_second", "seconds_left"}: from live.json (`live`, as read_live() returns it) if the
/// run is training, otherwise from the latest measurement. Unknown numbers are null.
Json progress_of(const Json& live, const Json& latest, const Json& goal, bool finished);

}  // namespace afterstate
