#include "app/eval_seeds.h"

#include <fmt/format.h>

#include "app/over_seeds.h"
#include "app/progress.h"
#include "app/stopping.h"
#include "arena/summary_view.h"
#include "base/error.h"
#include "base/json.h"

namespace afterstate::app {

int eval_over_seeds(GamesPlan plan, std::uint64_t seeds, AtomicFile* record, bool as_json) {
  const auto first = plan.seed;
  if (first > UINT64_MAX - seeds)
    throw UserError{fmt::format("--seed {} is too large for {} seeds from there on", first, seeds)};
  const auto stop = stop_on_signals();
  RunningMean means;
  auto runs = Json::array();
  std::string text;
  {
    Progress progress{"games", plan.games * seeds};
    for (; plan.seed < first + seeds && !stop.stop_requested(); ++plan.seed) {
      Summary summary;
      play_games(
          plan,
          [&](const FinishedGame& finished) {
            summary.add(finished.outcome);
            if (record != nullptr) record->write(finished.record + "\n");
            if (progress.due())
              progress.show((plan.seed - first) * plan.games + summary.games(), fmt::format("seed {}", plan.seed));
          },
          stop);
      if (summary.games() < plan.games) break;  // stopped: a part of the games would bias the mean towards short ones
      const auto mean = summary.mean();
      means.add(mean.value);
      auto json = to_json(summary);
      json["seed"] = plan.seed;
      runs.push_back(std::move(json));
      text += fmt::format("seed {:<6} mean {:.1f} ± {:.1f} over {} games\n", plan.seed, mean.value, mean.ci95,
                          summary.games());
    }
  }
  if (record != nullptr) record->commit();
  if (as_json) {
    Json json{
        {"seeds", seeds}, {"games", plan.games}, {"depth", plan.search.depth}, {"finished", means.count() == seeds}};
    json.update(over_seeds_json(std::move(runs), means));
    fmt::print("{}\n", json_text(json));
  } else {
    fmt::print("{} on {}\n{}{}\n", plan.engine->info().name, name_of(plan.size), text, over_seeds_text(means, seeds));
  }
  return stopped_status();
}

}  // namespace afterstate::app
