#include "app/review_json.h"

#include <fmt/format.h>

#include <utility>

#include "arena/summary_view.h"
#include "base/json.h"
#include "engine/analysis_request.h"
#include "game/notation.h"

namespace afterstate::app {

namespace {

Json to_json(const ReviewedMove& move, std::size_t number, Size size) {
  return {{"move", number + 1},
          {"board", notation_of(move.board, size)},
          {"score", move.score},
          {"played", name_of(move.played)},
          {"best", name_of(move.best)},
          {"loss", move.loss},
          {"share", move.share},
          {"mark", name_of(move.mark())},
          {"moves", moves_json(move.values)}};
}

/// Null if no game was played.
Json chance_json(const TurningPoint& point, std::size_t goal) {
  const auto before = point.before.share(goal);
  const auto after = point.after.share(goal);
  if (!before || !after) return nullptr;
  return {
      {"before", afterstate::to_json(*before)}, {"after", afterstate::to_json(*after)}, {"games", point.before.games}};
}

Json thresholds_json() {
  Json json;
  for (const auto& [mark, share] : mark_thresholds) json[std::string{name_of(mark)}] = share;
  return json;
}

}  // namespace

ReviewReport report_of(Review review, const GameRecord& record, const Engine& engine, ChancesPlan plan,
                       const std::stop_token& stop) {
  ReviewReport report{std::move(review), {}};
  std::vector<Branch> branches;
  for (const auto number : report.review.turning_points(turning_points_shown)) {
    const auto& move = report.review.moves[number];
    branches.push_back({move.board, move.best});
    branches.push_back({move.board, move.played});
    report.turning_points.push_back({number, {}, {}});
  }
  plan.size = record.size;
  plan.law = record.law;
  const auto chances = chances_of(branches, engine, plan, stop);
  for (std::size_t n = 0; n < chances.size(); ++n) {
    auto& point = report.turning_points[n / 2];
    (n % 2 == 0 ? point.before : point.after) = chances[n];
  }
  return report;
}

Json review_json(const ReviewReport& report, const GameRecord& record, const Engine& engine, int depth) {
  const auto& review = report.review;
  auto turning_points = Json::array();
  for (const auto& point : report.turning_points) {
    auto json = to_json(review.moves[point.number], point.number, record.size);
    for (std::size_t goal = 0; goal < goal_exponents.size(); ++goal)
      json[fmt::format("chance_{}", tile_value(goal_exponents[goal]))] = chance_json(point, goal);
    turning_points.push_back(std::move(json));
  }
  auto worst = Json::array();
  for (const auto number : review.worst(worst_shown))
    worst.push_back(to_json(review.moves[number], number, record.size));
  auto losses = Json::array();
  auto values = Json::array();
  std::string best;
  std::string marks;
  double total = 0;
  for (const auto& move : review.moves) {
    losses.push_back(move.loss);
    values.push_back(move.expected);
    best += letter_of(move.best);
    marks += move.mark() == Mark::none ? '.' : name_of(move.mark()).front();
    total += move.loss;
  }
  Json json{{"moves", review.moves.size()},
            {"accuracy", review.accuracy()},
            {"optimal", review.optimal()},
            {"blunders", review.count(Mark::blunder)},
            {"mistakes", review.count(Mark::mistake)},
            {"inaccuracies", review.count(Mark::inaccuracy)},
            {"thresholds", thresholds_json()},
            {"depth", depth},
            {"interrupted", review.moves.size() < record.turns.size()},
            {"turning_points", std::move(turning_points)},
            {"worst", std::move(worst)},
            {"losses", std::move(losses)},
            {"values", std::move(values)},
            {"best", std::move(best)},
            {"marks", std::move(marks)}};
  // Only exact losses add up to something: on average, to the difference from perfect play.
  if (engine.info().exact) json["loss"] = total;
  if (!review.note.empty()) json["note"] = review.note;
  return json;
}

}  // namespace afterstate::app
