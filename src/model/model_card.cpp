#include "model/model_card.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/json.h"

namespace afterstate {

Json to_json(const std::optional<Measured>& measured) {
  if (!measured) return nullptr;
  return {{"depth", measured->depth},
          {"games", measured->games},
          {"mean", measured->mean.value},
          {"ci95", measured->mean.ci95}};
}

Json to_json(const StageReport& report) {
  const auto number = [](std::optional<double> value) { return value ? Json(*value) : Json(); };
  return {{"actions", report.actions},
          {"touched", report.touched},
          {"rate", number(report.rate)},
          {"games", report.games},
          {"predicted", number(report.predicted)},
          {"realised", number(report.realised)},
          {"passed", number(report.passed)}};
}

Json to_json(const std::vector<EndgameWorth>& worths) {
  auto json = Json::array();
  for (const auto& worth : worths)
    json.push_back({{"walls", worth.walls},
                    {"target", worth.target},
                    {"tiles", worth.tiles},
                    {"success", worth.success},
                    {"failure", worth.failure}});
  return json;
}

EndgameWorth endgame_worth_from(const Json& json) {
  EndgameWorth worth{json.at("walls").get<std::string>(), json.at("target").get<std::uint32_t>(),
                     json.at("tiles").get<std::vector<std::uint32_t>>(), json.at("success").get<double>(),
                     json.at("failure").get<double>()};
  const auto is_tile = [](std::uint32_t tile) { return std::has_single_bit(tile) && tile >= 16 && tile <= 131'072; };
  if (!is_tile(worth.target) || worth.tiles.size() != worth.walls.size() ||
      !std::ranges::all_of(worth.tiles, is_tile) || !std::isfinite(worth.success) || !std::isfinite(worth.failure))
    throw Failure{"an entry of its endgames is not valid"};
  return worth;
}

}  // namespace afterstate
