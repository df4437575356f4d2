// Solves a small board: every board that play can reach, and what each afterstate is worth under perfect play.
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
  std::string path;  ///< of the database; what is finished so far stands in `path`.layers
  int threads = 0;
  bool fine = false;  ///< values to a millionth
};

/// Told once before the work begins, and then after each layer.
struct SolveProgress {
  std::string_view doing;
  std::uint64_t done;  ///< layers
  std::uint64_t total;
  std::uint64_t boards;  ///< boards of this pass so far
};

/// Solves the board, writes the database and gives what came out; goes on where an earlier solve of the same was
/// interrupted. Nothing where a stop was asked for: what is finished is kept. Throws Failure where the disk is full.
std::optional<Solution> solve(const SolvePlan& plan, const std::function<void(const SolveProgress&)>& on_progress,
                              const std::stop_token& stop = {});

}  // namespace afterstate
