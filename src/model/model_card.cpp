#include "model/model_card.h"

#include <nlohmann/json.hpp>

namespace afterstate {

nlohmann::ordered_json to_json(const std::optional<Measured>& measured) {
  if (!measured) return nullptr;
  return {{"depth", measured->depth},
          {"games", measured->games},
          {"mean", measured->mean.value},
          {"ci95", measured->mean.ci95}};
}

nlohmann::ordered_json to_json(const StageReport& report) {
  const auto number = [](std::optional<double> value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
  };
  return {{"actions", report.actions},
          {"touched", report.touched},
          {"rate", number(report.rate)},
          {"games", report.games},
          {"predicted", number(report.predicted)},
          {"realised", number(report.realised)}};
}

}  // namespace afterstate
