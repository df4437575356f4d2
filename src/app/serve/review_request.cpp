#include "app/serve/review_request.h"

#include <array>
#include <chrono>

#include "app/review_json.h"
#include "app/serve/json_body.h"
#include "arena/review.h"
#include "base/json.h"
#include "engine/analysis_request.h"

namespace afterstate::app {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t max_review_depth = 3;
constexpr std::chrono::seconds max_review_time{5};

}  // namespace

ReviewRequest parse_review_request(const std::string& body) {
  auto json = parse_body(body);
  if (!json.contains("record")) json = {{"record", std::move(json)}};
  check_fields(json, std::array<std::string_view, 3>{"record", "depth", "run"});
  const auto depth = whole_number(json, "depth", 1, max_review_depth).value_or(default_review_depth);
  try {
    return {parse_record(json_text(json["record"])), depth, requested_run(json)};
  } catch (const Failure& error) {
    throw RequestError{"record", error.what()};
  }
}

Json reviewed(const ReviewRequest& request, const ServedEngine& engine, const std::stop_token& stop) {
  const auto& record = request.record;
  try {
    check_size(engine.engine(), record.size, Vocabulary::json);
    check_law(engine.engine(), record.law, Vocabulary::json);
  } catch (const RequestError& error) {
    throw RequestError{"record", error.what()};
  }
  if (record.turns.empty()) throw RequestError{"record", "the game has no moves"};
  SearchPlan search;
  search.depth = static_cast<int>(engine.info().exact || !engine.info().searchable ? 1 : request.depth);
  std::stop_source enough;
  const auto end = Clock::now() + max_review_time;
  const auto watch_time = [&](std::uint64_t) {
    if (Clock::now() >= end || stop.stop_requested()) enough.request_stop();
  };
  try {
    return review_json(review(record, engine.engine(), search, 1, watch_time, enough.get_token()), record.size,
                       search.depth);
  } catch (const Failure& error) {
    throw RequestError{"record", error.what()};
  }
}

}  // namespace afterstate::app
