// Solves an endgame: the chance of making the target from every board that play among the walls can come to.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "solve/endgame.h"
#include "solve/layer_store.h"
#include "solve/solver.h"

namespace afterstate {

struct EndgamePlan {
  Walls walls{};
  int target = 0;  ///< exponent
  std::string path{};
  double prune = 0;  ///< boards with a smaller chance are left out
  int threads = 0;
  SpawnLaw law{};
};

/// What a solve needs, estimated from smaller targets; may be wrong by a factor of two.
struct EndgameCost {
  double afterstates = 0;
  double memory = 0;  ///< bytes
  double disk = 0;    ///< bytes: the table, and the layer store during the solve
};

EndgameCost endgame_cost(const EndgamePlan& plan);

/// Whether a layer store is of an endgame.
bool is_endgame(const LayerStore& store);

/// Throws Failure unless all layers of an endgame's store are sound.
void check_endgame_layers(const LayerStore& store);

/// Writes the table and returns what was found; resumes an interrupted solve of the same task. Returns nothing if
/// stopped: finished layers are kept.
std::optional<Solution> solve_endgame(const EndgamePlan& plan,
                                      const std::function<void(const SolveProgress&)>& on_progress,
                                      const std::stop_token& stop = {});

}  // namespace afterstate
