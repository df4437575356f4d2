#include "model/model_header.h"

#include <fmt/format.h>

#include <array>
#include <cfloat>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/json.h"

namespace afterstate {

namespace {

constexpr std::array<std::pair<std::string_view, WeightKind>, 3> keep_names{
    {{"values", WeightKind::values}, {"coherence", WeightKind::coherence}, {"autostep", WeightKind::autostep}}};

/// The meaning of a name; throws Failure if it is unknown.
template <class Enum, std::size_t count>
Enum meaning_of(const std::string& word, const std::array<std::pair<std::string_view, Enum>, count>& words) {
  for (const auto& [known, meaning] : words)
    if (known == word) return meaning;
  throw Failure{fmt::format("unknown value '{}'", word)};
}

/// Far more than a header needs; JSON made for that purpose takes a hundred times its length in memory.
constexpr std::size_t longest_header = std::size_t{1} << 20;

/// Throws if the value is not an integer of this type; get() would cast it.
template <class Integer>
Integer whole_at(const Json& json, const char* key) {
  const auto& value = json.at(key);
  if (!value.is_number_unsigned() || !std::in_range<Integer>(value.get<std::uint64_t>()))
    throw Failure{fmt::format("{} is not an integer, or is out of range", key)};
  return value.get<Integer>();
}

StageReport stage_report_in(const Json& json) {
  const auto number = [&](const char* key) -> std::optional<double> {
    const auto& value = json.at(key);
    return value.is_null() ? std::nullopt : std::optional{value.get<double>()};
  };
  return {json.at("actions").get<double>(),
          json.at("touched").get<double>(),
          number("rate"),
          whole_at<std::uint64_t>(json, "games"),
          number("predicted"),
          number("realised"),
          json.contains("passed") ? number("passed") : std::nullopt};
}

}  // namespace

bool is_engine_header(const std::string& text) {
  if (text.size() > longest_header) return false;
  try {
    const auto json = parse_json(text, "header");
    return json.is_object() && json.value("kind", std::string{}) == engine_kind;
  } catch (const std::exception&) {
    return false;
  }
}

std::string to_text(const ModelHeader& header) {
  const auto& shape = header.shape;
  const auto& card = header.card;
  Json json{{"kind", header.checkpoint ? "checkpoint" : "model"},
            {"keeps", keep_names[static_cast<std::size_t>(header.keep)].first},
            {"board", name_of(shape.size)},
            {"tuples", name_of(shape.tuples)},
            {"tile_values", shape.tile_values},
            {"initial_value", shape.initial_value},
            {"stages", shape.staging.count()},
            {"staging", name_of(shape.staging)},
            {"promotion", name_of(shape.promotion)},
            {"origin", card.origin},
            {"recipe", card.recipe},
            {"seed", card.seed},
            {"actions", card.actions},
            {"games", card.games},
            {"seconds", card.seconds},
            {"until_actions", card.until_actions},
            {"until_games", card.until_games}};
  if (shape.role != Role::defend) json["role"] = name_of(shape.role);
  if (shape.goal) {
    json["goal"] = name_of(Staging{{*shape.goal}});
    json["goal_value"] = shape.goal_value.value();
  }
  if (card.measured) json["measured"] = to_json(card.measured);
  if (card.downgrade != 0) json["downgrade"] = card.downgrade;
  if (!card.endgames.empty()) json["endgames"] = to_json(card.endgames);
  auto reports = Json::array();  // a null that becomes an array crashes if there is no memory for it
  for (const auto& report : card.stages) reports.push_back(to_json(report));
  if (!reports.empty()) json["by_stage"] = std::move(reports);
  if (!header.steps.empty()) json["steps"] = header.steps;
  // The card may contain a file name, which need not be UTF-8.
  return json_text(json);
}

ModelHeader parse_model_header(const std::string& text) {
  if (text.size() > longest_header) throw Failure{fmt::format("its header of {} bytes is too long", text.size())};
  const auto json = parse_json(text, "its header");
  ModelHeader header;
  const auto kind = json.at("kind").get<std::string>();
  if (kind != "model" && kind != "checkpoint") throw Failure{fmt::format("unknown kind '{}'", kind)};
  header.checkpoint = kind == "checkpoint";
  header.keep = meaning_of(json.at("keeps").get<std::string>(), keep_names);
  auto& shape = header.shape;
  shape.size = parse_size(json.at("board").get<std::string>());
  shape.tuples = parse_tuples(json.at("tuples").get<std::string>(), shape.size);
  shape.tile_values = whole_at<int>(json, "tile_values");
  if (shape.tile_values < 2 || shape.tile_values > max_tile_values) throw Failure{"tile_values is out of range"};
  const auto initial_value = json.at("initial_value").get<double>();
  if (std::abs(initial_value) > FLT_MAX) throw Failure{"initial_value is out of range"};
  shape.initial_value = static_cast<float>(initial_value);
  // Files from before stages were introduced have "stages": 1 and nothing else about stages.
  shape.staging = parse_staging(json.value("staging", "one"), shape.size);
  shape.promotion = meaning_of(json.value("promotion", "none"), promotion_names);
  shape.role = meaning_of(json.value("role", "defend"), role_names);
  if (json.contains("goal")) {
    shape.goal = parse_event(json.at("goal").get<std::string>(), shape.size);
    shape.goal_value = static_cast<float>(json.at("goal_value").get<double>());
    if (const auto problem = goal_problem(shape)) throw Failure{*problem};
  }
  if (whole_at<int>(json, "stages") != shape.staging.count()) throw Failure{"stages does not match staging"};
  auto& card = header.card;
  card.origin = json.at("origin").get<std::string>();
  card.recipe = json.at("recipe").get<std::string>();
  card.seed = whole_at<std::uint64_t>(json, "seed");
  card.actions = whole_at<std::uint64_t>(json, "actions");
  card.games = whole_at<std::uint64_t>(json, "games");
  card.seconds = json.at("seconds").get<double>();
  card.until_actions = whole_at<std::uint64_t>(json, "until_actions");
  card.until_games = whole_at<std::uint64_t>(json, "until_games");
  if (json.contains("measured")) {
    const auto& measured = json.at("measured");
    card.measured = Measured{whole_at<int>(measured, "depth"), whole_at<std::uint64_t>(measured, "games"),
                             Estimate{measured.at("mean").get<double>(), measured.at("ci95").get<double>()}};
  }
  if (json.contains("downgrade")) {
    card.downgrade = whole_at<std::uint32_t>(json, "downgrade");
    if (!is_downgrade(card.downgrade)) throw Failure{fmt::format("downgrade is {}, which is no tile", card.downgrade)};
  }
  if (json.contains("endgames"))
    for (const auto& worth : json.at("endgames")) card.endgames.push_back(endgame_worth_from(worth));
  if (json.contains("by_stage"))
    for (const auto& report : json.at("by_stage")) card.stages.push_back(stage_report_in(report));
  if (json.contains("steps")) {
    header.steps = json.at("steps").get<std::vector<float>>();
    if (header.checkpoint ||
        header.steps.size() != shape.tuples.size() * static_cast<std::size_t>(shape.staging.count()))
      throw Failure{"its steps do not match its network"};
    for (const auto step : header.steps)
      if (!(step > 0 && step <= FLT_MAX / 65536)) throw Failure{"one of its steps is out of range"};
  }
  return header;
}

}  // namespace afterstate
