// What a model says of itself: how it was learned, and how strong it is.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/statistics.h"

namespace afterstate {

/// How strong a model was when it was last measured.
struct Measured {
  int depth = 1;
  std::uint64_t games = 0;
  Estimate mean{};
};

/// How learning went in one stage, when it was last measured.
struct StageReport {
  double actions = 0;               ///< share of all actions
  double touched = 0;               ///< share of the stage's weights that are not zero
  std::optional<double> rate;       ///< mean rate of the weights that have been learned, where each has its own
  std::uint64_t games = 0;          ///< that came to the stage and ended, since the measurement before
  std::optional<double> predicted;  ///< mean score still to come when they did, as the network believed
  std::optional<double> realised;   ///< and as it was
};

/// What a model says of itself beside its network.
struct ModelCard {
  std::string origin;  ///< which program made it, and from what
  std::string recipe;  ///< TOML as resolved, empty where there was none
  std::uint64_t seed = 0;
  std::uint64_t actions = 0;
  std::uint64_t games = 0;
  double seconds = 0;                        ///< of learning, without measuring and saving
  std::uint64_t until_actions = UINT64_MAX;  ///< where the run was to end
  std::uint64_t until_games = UINT64_MAX;
  std::optional<Measured> measured;
  std::vector<StageReport> stages{};  ///< empty where nobody learned or measured
};

/// The measurements of a card as JSON: null where there is none.
nlohmann::ordered_json to_json(const std::optional<Measured>& measured);
nlohmann::ordered_json to_json(const StageReport& report);

}  // namespace afterstate
