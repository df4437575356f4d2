// A summary of games as text and as JSON.
#pragma once

#include <string>

#include "arena/summary.h"
#include "base/json_fwd.h"

namespace afterstate {

/// {"share", "ci95", "low", "high"}
Json to_json(const Share& share);

/// The keys games, mean, ci95, median, max and tiles; only `games` if there are no games.
Json to_json(const Summary& summary);

/// The same as a few lines of text.
std::string to_text(const Summary& summary);

}  // namespace afterstate
