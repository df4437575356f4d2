#include "train/run_progress.h"

#include <string>

#include "base/json.h"

namespace afterstate {

namespace {

/// A log is untrusted input: a value of another type counts as missing.
Json number_or_null(const Json& json, const char* key) {
  if (!json.is_object()) return nullptr;
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? *found : Json{};
}

}  // namespace

Json measurement_of(const Json& line) {
  Json kept;
  for (const auto* const key : {"actions", "seconds", "mean", "ci95", "games", "actions_per_second"})
    kept[key] = number_or_null(line, key);
  kept["tiles"] = Json::object();
  if (const auto tiles = line.find("tiles"); tiles != line.end() && tiles->is_object())
    for (const auto& [tile, measured] : tiles->items()) kept["tiles"][tile] = number_or_null(measured, "share");
  // The games that begin in the first stage are whole games.
  const auto stages = line.find("stages");
  const bool has_stage = stages != line.end() && stages->is_array() && !stages->empty();
  for (const auto* const key : {"predicted", "realised"})
    kept[key] = has_stage ? number_or_null(stages->front(), key) : Json{};
  return kept;
}

Json progress_of(const Json& live, const Json& latest, const Json& goal, bool finished) {
  if (live.is_object() && live["progress"]["actions"].is_number()) return live["progress"];
  const auto actions = number_or_null(latest, "actions");
  return {{"actions", actions.is_null() ? Json(0) : actions},
          {"goal", goal},
          {"actions_per_second", number_or_null(latest, "actions_per_second")},
          {"seconds_left", finished ? Json(0) : Json()}};
}

}  // namespace afterstate
