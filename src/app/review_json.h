// A reviewed game with its turning points, and in JSON; used by the server and `review`.
#pragma once

#include <vector>

#include "arena/chances.h"
#include "arena/review.h"
#include "base/json_fwd.h"

namespace afterstate::app {

/// The maximum number of moves that are shown as those that lost most.
inline constexpr std::size_t worst_shown = 10;

inline constexpr std::size_t turning_points_shown = 5;

/// A move that decided a lot, and the chances after the best move ("before" it was spoiled) and after the one played.
struct TurningPoint {
  std::size_t number;  ///< of the move, from 0
  Chances before;
  Chances after;
};

struct ReviewReport {
  Review review;
  std::vector<TurningPoint> turning_points;  ///< the largest share first
};

/// Finds the turning points and plays on from them; `plan` says how often, size and law are those of the record.
ReviewReport report_of(Review review, const GameRecord& record, const Engine& engine, ChancesPlan plan,
                       const std::stop_token& stop);

/// docs/judging.md lists the keys. `losses`, `values`, `best` and `marks` have one entry per move: its loss, the final
/// score expected before it, the letter of the best move, and the first letter of its mark or a dot.
Json review_json(const ReviewReport& report, const GameRecord& record, const Engine& engine, int depth);

}  // namespace afterstate::app
