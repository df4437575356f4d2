#include "app/serve/review_question.h"

#include <fmt/format.h>

#include <chrono>

#include "app/question.h"
#include "app/review_json.h"
#include "app/serve/json_body.h"

namespace afterstate::app {

namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t deepest_review = 3;
constexpr std::chrono::seconds most_review_time{5};

}  // namespace

ReviewQuestion parse_review(const std::string& body) {
  auto json = parse_body(body);
  if (!json.contains("record")) json = {{"record", std::move(json)}};
  for (const auto& [field, value] : json.items())
    if (field != "record" && field != "depth" && field != "run")
      throw QuestionError{field, fmt::format("unknown field '{}': a review has record, depth and run", field)};
  const auto depth = json.value("depth", Json(usual_review_depth));
  if (!depth.is_number_unsigned() || depth < 1 || depth > deepest_review)
    throw QuestionError{"depth", fmt::format("depth: give a whole number from 1 to {}", deepest_review)};
  try {
    return {parse_record(json["record"].dump()), depth.get<int>(), run_asked(json)};
  } catch (const Failure& error) {
    throw QuestionError{"record", error.what()};
  }
}

nlohmann::ordered_json reviewed(const ReviewQuestion& question, const Judge& judge, const std::stop_token& ending) {
  const auto& record = question.record;
  if (record.size != judge.size())
    throw QuestionError{
        "record", fmt::format("a game on {}: {} is for {}", name_of(record.size), judge.name, name_of(judge.size()))};
  if (const auto law = judge.adviser.law(); law && law->four != record.law.four)
    throw QuestionError{"record", fmt::format("spawn4 {}: the database here is for {}", record.law.four, law->four)};
  if (record.turns.empty()) throw QuestionError{"record", "the game has no moves"};
  SearchPlan search;
  search.depth = judge.exact() ? 1 : question.depth;
  std::stop_source stop;
  const auto end = Clock::now() + most_review_time;
  const auto watch_time = [&](std::uint64_t) {
    if (Clock::now() >= end || ending.stop_requested()) stop.request_stop();
  };
  try {
    return review_json(review(record, judge.adviser, search, watch_time, stop.get_token()), record.size, search.depth);
  } catch (const Failure& error) {
    throw QuestionError{"record", error.what()};
  }
}

}  // namespace afterstate::app
