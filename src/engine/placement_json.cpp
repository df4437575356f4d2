#include "engine/placement_json.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/json.h"
#include "engine/analysis_request.h"
#include "game/notation.h"

namespace afterstate {

namespace {

void add_cost(Json& json, int depth, const SearchCounts& counts, double milliseconds) {
  const int plies = std::max(0, plies_of_depth(depth));  // none if there is no move
  json["plies"] = plies;
  json["rounds"] = rounds_of_plies(plies);
  json["nodes"] = counts.nodes;
  json["ms"] = milliseconds;
}

}  // namespace

TimedPlacements timed_placements(Session& session, const PackedBoard& afterstate, const SearchPlan& plan) {
  const auto start = std::chrono::steady_clock::now();
  auto analysis = session.analyse_placements(afterstate, plan);
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
  return {analysis, taken.count()};
}

std::vector<Spawn> best_placements_first(const PlacementValues& values) {
  std::vector<Spawn> placements;
  for (std::size_t number = 0; number < values.totals.size(); ++number)
    if (values.totals[number]) placements.push_back(PlacementValues::placement_of(static_cast<int>(number)));
  std::ranges::sort(placements, {}, [&](Spawn placement) {
    return std::pair{*values[placement], PlacementValues::number_of(placement)};
  });
  return placements;
}

Json placements_json(const TimedPlacements& timed, const PackedBoard& afterstate, Size size, DuelRule rule) {
  const auto& values = timed.analysis.values;
  auto placements = Json::array();
  for (const auto& placement : best_placements_first(values))
    placements.push_back(
        {{"cell", placement.cell}, {"tile", tile_value(placement.exponent)}, {"value", *values[placement]}});
  const auto best = values.best();
  Json json{{"board", notation_of(afterstate, size)},
            {"role", name_of(Role::attack)},
            {"rule", name_of(rule)},
            {"cell", best ? Json(best->cell) : Json()},
            {"tile", best ? Json(tile_value(best->exponent)) : Json()},
            {"placements", std::move(placements)}};
  add_cost(json, timed.analysis.depth, timed.analysis.counts, timed.milliseconds);
  return json;
}

Json defence_json(const TimedAnalysis& timed, const PackedBoard& board, Size size, DuelRule rule) {
  const auto& analysis = timed.analysis;
  const auto best = analysis.values.best();
  Json json{{"board", notation_of(board, size)},
            {"role", name_of(Role::defend)},
            {"rule", name_of(rule)},
            {"best", best ? Json(name_of(*best)) : Json()},
            {"moves", moves_json(analysis.values)}};
  add_cost(json, analysis.depth, analysis.counts, timed.milliseconds);
  if (!analysis.note.empty()) json["note"] = analysis.note;
  return json;
}

}  // namespace afterstate
