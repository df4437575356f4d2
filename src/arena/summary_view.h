// A summary of games for people and for machines.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "arena/summary.h"

namespace afterstate {

/// The keys games, mean, ci95, median, max and tiles; without games only `games`.
nlohmann::ordered_json to_json(const Summary& summary);

/// The same as a few lines of text.
std::string to_text(const Summary& summary);

}  // namespace afterstate
