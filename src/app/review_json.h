// A reviewed game in JSON: what the server and `review --json` have in common.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "arena/review.h"

namespace afterstate::app {

/// How far a model looks ahead where nobody says.
inline constexpr std::uint64_t usual_review_depth = 2;

/// The moves that are shown as mistakes.
inline constexpr std::size_t worst_shown = 10;

/// {"moves", "accuracy", "optimal", "loss", "depth", "worst", "losses", "values", "best"}; of the last three, "losses"
/// and "values" have a number a move, what it cost and the score expected at the end before it, and "best" a letter.
nlohmann::ordered_json review_json(const Review& review, Size size, int depth);

}  // namespace afterstate::app
