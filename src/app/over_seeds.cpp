#include "app/over_seeds.h"

#include <fmt/format.h>

#include <utility>

#include "base/json.h"

namespace afterstate::app {

Json over_seeds_json(Json runs, const RunningMean& means) {
  const auto estimate = means.student();
  return {{"runs", std::move(runs)},
          {"mean", means.count() > 0 ? Json(estimate.value) : Json()},
          {"ci95", means.count() > 1 ? Json(estimate.ci95) : Json()}};
}

std::string over_seeds_text(const RunningMean& means, std::uint64_t seeds) {
  if (means.count() == 0) return fmt::format("none of {} seeds is finished", seeds);
  const auto estimate = means.student();
  const auto interval = means.count() > 1 ? fmt::format(" ± {:.1f} (95 %, Student's t)", estimate.ci95) : std::string{};
  const auto of = means.count() < seeds ? fmt::format("{} of {} seeds", means.count(), seeds)
                                        : fmt::format("{} seed{}", seeds, seeds == 1 ? "" : "s");
  return fmt::format("mean {:.1f}{} over {}", estimate.value, interval, of);
}

}  // namespace afterstate::app
