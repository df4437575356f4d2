// POST /api/v1/review: a game record, and what is to be done with it.
#pragma once

#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>

#include "app/serve/judges.h"
#include "arena/record.h"

namespace afterstate::app {

struct ReviewQuestion {
  GameRecord record;
  int depth;
  std::string run;  ///< whose model judges; that of the server where it is empty
};

/// Reads a record, or {"record": RECORD, "depth": D, "run": RUN}. Throws QuestionError.
ReviewQuestion parse_review(const std::string& body);

/// What `review --json` prints, as far as it comes in a few seconds or before the `ending`. Throws QuestionError.
nlohmann::ordered_json reviewed(const ReviewQuestion& question, const Judge& judge, const std::stop_token& ending);

}  // namespace afterstate::app
