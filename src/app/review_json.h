// A reviewed game in JSON; used by the server and `review --json`.
#pragma once

#include <cstdint>

#include "arena/review.h"
#include "base/json_fwd.h"

namespace afterstate::app {

/// The search depth if none is given and the values are not exact.
inline constexpr std::uint64_t default_review_depth = 2;

/// The maximum number of moves that are shown as mistakes.
inline constexpr std::size_t worst_shown = 10;

/// {"moves", "accuracy", "optimal", "loss", "depth", "worst", "losses", "values", "best"}. The last three have one
/// entry per move: its loss, the final score expected before it, and the letter of the best move.
Json review_json(const Review& review, Size size, int depth);

}  // namespace afterstate::app
