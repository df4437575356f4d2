#include "network/network_shape.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"

namespace afterstate {

std::optional<std::string> goal_problem(const NetworkShape& shape) {
  if (!shape.goal) return shape.goal_value ? std::optional{"a value of the goal without a goal"} : std::nullopt;
  const auto name = name_of(Staging{{*shape.goal}});
  if (!shape.goal_value || !std::isfinite(*shape.goal_value) || *shape.goal_value <= 0)
    return fmt::format("the goal {} needs a goal_value above 0", name);
  if (shape.initial_value != 0) return fmt::format("the goal {} cannot be combined with an initial value", name);
  if (shape.staging.bits > 0) return fmt::format("the goal {} needs stages that begin at events", name);
  if (shape.staging.events.empty()) return std::nullopt;
  try {
    parse_staging(name_of(Staging{{shape.staging.events.back(), *shape.goal}}), shape.size);
  } catch (const UserError&) {
    return fmt::format("the goal {} does not come after the last stage", name);
  }
  return std::nullopt;
}

}  // namespace afterstate
