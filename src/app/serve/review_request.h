// POST /api/v1/review: a game record and how to review it.
#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "app/serve/engines.h"
#include "arena/record.h"
#include "base/json_fwd.h"

namespace afterstate::app {

struct ReviewRequest {
  GameRecord record;
  std::optional<std::uint64_t> depth;
  std::string run;  ///< whose model is used; empty for the server's engine
};

/// Reads a record, or {"record": RECORD, "depth": D, "run": RUN}. Throws RequestError that names all wrong fields.
ReviewRequest parse_review_request(const std::string& body);

/// The output of `review --json`, limited to the moves reviewed within a few seconds and before `stop` is requested.
/// Throws RequestError.
Json reviewed(const ReviewRequest& request, const ServedEngine& engine, const std::stop_token& stop);

}  // namespace afterstate::app
