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
constexpr std::chrono::milliseconds max_playout_time{1500};
constexpr std::uint64_t playouts = 100;

}  // namespace

ReviewRequest parse_review_request(const std::string& body) {
  auto json = parse_body(body);
  if (!json.contains("record")) json = {{"record", std::move(json)}};
  FieldChecks checks;
  ReviewRequest request;
  checks.passes([&] { check_fields(json, std::array<std::string_view, 3>{"record", "depth", "run"}); });
  checks.passes([&] { request.depth = whole_number(json, "depth", 1, max_review_depth); });
  checks.passes([&] { request.run = requested_run(json); });
  checks.passes([&] {
    try {
      request.record = parse_record(json_text(json["record"]));
    } catch (const Failure& error) {
      throw RequestError{"record", error.what()};
    }
  });
  checks.finish();
  return request;
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
  const auto depth = engine.info().exact || !engine.info().searchable ? std::nullopt : request.depth;
  const auto search = plan_of(depth_request(depth), engine.limits(usual_depth), Vocabulary::json);
  std::stop_source enough;
  const auto end = Clock::now() + max_review_time;
  const auto watch_time = [&](std::uint64_t) {
    if (Clock::now() >= end || stop.stop_requested()) enough.request_stop();
  };
  try {
    const auto report = report_of(review(record, engine.engine(), search, 1, watch_time, enough.get_token()), record,
                                  engine.engine(), {.games = playouts, .time = max_playout_time}, stop);
    return review_json(report, record, engine.engine(), search.depth);
  } catch (const Failure& error) {
    throw RequestError{"record", error.what()};
  }
}

}  // namespace afterstate::app
