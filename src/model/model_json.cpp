#include "model/model_json.h"

#include "base/json.h"

namespace afterstate {

Json model_json(const Model& model, std::uint64_t file_bytes) {
  const auto& shape = shape_of(model.network);
  const auto& card = model.card;
  Json json{{"kind", model.checkpoint ? "checkpoint" : "model"},
            {"board", name_of(shape.size)},
            {"role", name_of(shape.role)},
            {"tuples", Json::array()},
            {"stages", shape.staging.count()},
            {"staging", name_of(shape.staging)},
            {"promotion", name_of(shape.promotion)},
            {"tile_values", shape.tile_values},
            {"initial_value", shape.initial_value},
            {"weights", shape.weights()},
            {"touched", model.touched},
            {"bytes", file_bytes},
            {"actions", card.actions},
            {"games", card.games},
            {"seconds", card.seconds},
            {"seed", card.seed},
            {"checksum", model.checksum},
            {"origin", card.origin},
            {"recipe", card.recipe}};
  for (const auto tuple : shape.tuples) json["tuples"].push_back(name_of(tuple));
  if (shape.goal) {
    json["goal"] = name_of(Staging{{*shape.goal}});
    json["goal_value"] = shape.goal_value.value();
  }
  if (!model.steps.empty()) json["steps"] = model.steps;
  if (card.measured) json["measured"] = to_json(card.measured);
  if (card.downgrade != 0) json["downgrade"] = card.downgrade;
  if (!card.endgames.empty()) json["endgames"] = to_json(card.endgames);
  json["by_stage"] = Json::array();
  for (const auto& report : card.stages) json["by_stage"].push_back(to_json(report));
  return json;
}

Json parts_json(const std::vector<ModelPart>& parts) {
  auto json = model_json(parts.front().model, parts.front().bytes);
  if (parts.size() == 1) return json;
  auto all = Json::array();
  for (const auto& part : parts) {
    all.push_back(model_json(part.model, part.bytes));
    all.back()["from"] = part.from ? Json(name_of(Staging{{*part.from}})) : Json();
  }
  json["kind"] = "engine";
  json["parts"] = std::move(all);
  return json;
}

}  // namespace afterstate
