#include "model/model_card.h"

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
          {"realised", number(report.realised)}};
}

}  // namespace afterstate
