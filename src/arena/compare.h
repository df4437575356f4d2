// Compares every move of an engine in many games with the exact values of the board (Terauchi, section 5).
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "arena/games.h"
#include "base/statistics.h"
#include "solve/database.h"

namespace afterstate {

/// A move is optimal if its value is within this of the best.
inline constexpr double optimal_within = 1e-6;

/// Statistics of the moves on boards of one progress, which is half the sum of all tiles. Sums are integers
/// (millionths), so that they do not depend on the order in which threads add them.
struct AtProgress {
  std::uint64_t alive = 0;  ///< games that reached this progress or more
  std::uint64_t moves = 0;  ///< made here; a spawned 4 skips one value of progress
  std::uint64_t optimal = 0;
  std::int64_t lost = 0;     ///< expected score lost, in millionths
  std::uint64_t valued = 0;  ///< moves for which the player gave an expected score
  std::int64_t error = 0;    ///< sum of |V - V*| over those, in millionths

  void add(const AtProgress& other);

  double accuracy() const { return static_cast<double>(optimal) / static_cast<double>(moves); }
  double mean_loss() const { return static_cast<double>(lost) / 1e6 / static_cast<double>(moves); }
  double mean_error() const { return static_cast<double>(error) / 1e6 / static_cast<double>(valued); }
};

struct Mistake {
  double loss;
  std::uint64_t game;
  std::uint32_t turn;
  PackedBoard board;
  Direction played;
  MoveValues exact;
};

struct Comparison {
  std::uint64_t games = 0;
  RunningMean score;
  std::vector<AtProgress> by_progress;  ///< indexed by progress
  std::vector<Mistake> worst;           ///< the largest losses, one per board

  AtProgress total() const;
};

/// Plays the games of a plan and compares every move. The database must hold scores for the plan's board and spawn law.
/// `played` is called with the number of games so far. The result does not depend on the number of threads.
Comparison compare_with_exact(const GamesPlan& plan, const ValueDatabase& database, std::size_t worst,
                              const std::function<void(std::uint64_t)>& played, const std::stop_token& stop);

}  // namespace afterstate
