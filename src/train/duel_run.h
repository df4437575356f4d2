// What a training run of the two-player game needs besides its networks: opponents, and measurements against them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <vector>

#include "arena/duel_player.h"
#include "arena/summary.h"
#include "learn/duel_learning.h"
#include "network/any_network.h"
#include "train/recipe.h"

namespace afterstate {

class DuelRun {
 public:
  /// Loads the opponents. Throws UserError if one does not exist, plays the wrong role, is for another board or rule,
  /// or is in `folder`, where the run writes its own models.
  DuelRun(const Recipe& recipe, const std::filesystem::path& folder);

  const DuelTask& task() const { return task_; }

  /// The networks as they are now; `rival` is null unless both roles learn.
  struct Networks {
    const AnyNetwork& network;
    const AnyNetwork* rival;
  };

  /// Greedy games after openings of ten random placements: a defender plays against the first opponent, or against the
  /// placement that it likes least itself; an attacker against the first opponent; or both networks play each other.
  /// Scores are the defender's.
  Summary measure(const Networks& networks, std::uint64_t seed, std::uint64_t games, int threads,
                  const std::stop_token& stop) const;

 private:
  DuelRules rules_;
  Role role_;
  std::vector<DuelSide> opponents_;
  DuelTask task_;
};

}  // namespace afterstate
