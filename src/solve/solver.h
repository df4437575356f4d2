// Solves a small board: finds every reachable board and the value of each afterstate under perfect play.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "solve/database.h"

namespace afterstate {

struct SolvePlan {
  Size size{};
  Objective objective{};
  SpawnLaw law{};
  std::string path;  ///< of the database; finished layers are in `path`.layers until it is written
  int threads = 0;
  bool fine = false;                 ///< values to a millionth
  std::optional<SolvedDuel> duel{};  ///< the two-player game; `law` and `objective` are then those of the rule
};

/// The plan of a duel.
SolvePlan duel_plan(Size size, const SolvedDuel& duel, std::string path, int threads);

/// Reported once before the work begins, and then after each layer.
struct SolveProgress {
  std::string_view doing;
  std::uint64_t done;  ///< layers
  std::uint64_t total;
  std::uint64_t boards;  ///< boards of this pass so far
};

/// Solves the board, writes the database and returns the results; resumes an interrupted solve of the same task.
/// Returns nothing if stopped: finished layers are kept. Throws Failure if the disk is full.
std::optional<Solution> solve(const SolvePlan& plan, const std::function<void(const SolveProgress&)>& on_progress,
                              const std::stop_token& stop = {});

}  // namespace afterstate
