// Requests of clients: any body of a JSON request, and any query or path, gives a request or a RequestError.
#include <cstdlib>

#include "app/engine_protocol.h"
#include "app/serve/engines.h"
#include "app/serve/json_body.h"
#include "app/serve/query.h"
#include "app/serve/review_request.h"
#include "app/serve/watch.h"
#include "engine/analysis_request.h"
#include "engine/load_engine.h"
#include "engine/network_engine.h"
#include "fuzz/readers.h"

namespace {

using namespace afterstate;

const app::ServedEngine& engine() {
  static const app::ServedEngine served{load_engine("heuristic")};
  return served;
}

/// A network for 2x3, whose values are all zero.
const app::ServedEngine& reviewer() {
  constexpr Size size{2, 3};
  static const auto network = make_network({size, parse_tuples("012 345", size), 8}, WeightKind::values);
  static const app::ServedEngine served{borrowed_network_engine(network, "zero")};
  return served;
}

}  // namespace

void afterstate::fuzz::read_analysis(std::string_view body) {
  try {
    const auto json = app::parse_body(std::string{body});
    app::requested_run(json);
    const auto request = parse_analysis_request(json, engine().engine(), engine().limits(1), {"run"});
    if (request.plan.depth < 1 || request.plan.depth > max_search_depth) std::abort();
  } catch (const RequestError&) {
  }
}

void afterstate::fuzz::read_engine_line(std::string_view line) {
  const auto answer = app::answer_to_line(std::string{line}, engine().sessions(), {});
  if (!answer.contains("id") || answer.contains("error") + answer.contains("best") + answer.contains("cell") != 1)
    std::abort();
}

void afterstate::fuzz::read_query(std::string_view text) {
  if (app::decoded_path(text).size() > text.size()) std::abort();
  try {
    const auto request = app::parse_watch(app::watch_query(std::string{text}), engine());
    if (request.search.depth < 1 || !(request.moves_per_second >= 0)) std::abort();
  } catch (const RequestError&) {
  }
}

void afterstate::fuzz::read_review(std::string_view body) {
  constexpr std::size_t max_moves = 20;
  try {
    auto request = app::parse_review_request(std::string{body});
    request.depth = 1;
    if (request.record.turns.size() <= max_moves) app::reviewed(request, reviewer(), {});
  } catch (const RequestError&) {
  }
}
