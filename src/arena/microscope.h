// A player under the microscope: every move of many games against the exact values of the board (Terauchi, section 5).
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "arena/games.h"
#include "arena/move_values.h"
#include "base/statistics.h"

namespace afterstate {

/// A move is optimal where it is worth as much as the best, up to this.
inline constexpr double optimal_within = 1e-6;

/// What a player did on boards of one progress, which is half the sum of all tiles. Sums are kept in millionths, so
/// that they do not depend on the order in which threads add to them.
struct AtProgress {
  std::uint64_t alive = 0;  ///< games that came so far, or further
  std::uint64_t moves = 0;  ///< made there: a spawned 4 jumps over one
  std::uint64_t optimal = 0;
  std::int64_t lost = 0;     ///< expected score, in millionths
  std::uint64_t valued = 0;  ///< moves of which the player said what it expected
  std::int64_t error = 0;    ///< of that, |V - V*| in millionths

  void add(const AtProgress& other);

  double accuracy() const { return static_cast<double>(optimal) / static_cast<double>(moves); }
  double mean_loss() const { return static_cast<double>(lost) / 1e6 / static_cast<double>(moves); }
  double mean_error() const { return static_cast<double>(error) / 1e6 / static_cast<double>(valued); }
};

struct Mistake {
  double loss;
  std::uint64_t game;
  std::uint32_t turn;
  std::vector<int> exponents;
  Direction played;
  MoveValues exact;
};

struct Microscopy {
  std::uint64_t games = 0;
  RunningMean score;
  std::vector<AtProgress> by_progress;  ///< from 0 on
  std::vector<Mistake> worst;           ///< the largest losses, one for each board

  AtProgress total() const;
};

/// Plays the games of a plan and compares every move; the database is for the plan's board and spawns, and of scores.
/// `played` is called with the number of games so far. The result does not depend on the number of threads.
Microscopy look_closely(const GamesPlan& plan, const ValueDatabase& database, std::size_t worst,
                        const std::function<void(std::uint64_t)>& played, const std::stop_token& stop);

}  // namespace afterstate
