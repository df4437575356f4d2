// The chance to reach a tile from positions of a game, estimated by playing on from them many times.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "base/statistics.h"
#include "engine/engine.h"

namespace afterstate {

/// The tiles whose chances are estimated.
inline constexpr std::array<int, 2> goal_exponents{11, 12};

/// A board, and the move that is made on it before the engine plays on.
struct Branch {
  PackedBoard board;
  Direction move;
};

/// Of the games that were played on, how many reached each goal.
struct Chances {
  std::uint64_t games = 0;
  std::array<std::uint64_t, goal_exponents.size()> reached{};

  /// Nothing if no game was played.
  std::optional<Share> share(std::size_t goal) const;
};

struct ChancesPlan {
  Size size{};
  SpawnLaw law{};
  std::uint64_t games = 200;  ///< per branch
  int threads = 1;
  std::chrono::milliseconds time{
      10'000};  ///< at most, in total; then all branches have played the same, smaller number
};

/// Plays every branch on with greedy play of the engine. All branches get the same random numbers, so that they are
/// compared under the same luck. Stops early if `stop` is requested. Empty if boards of that size cannot hold the
/// goals.
std::vector<Chances> chances_of(std::span<const Branch> branches, const Engine& engine, const ChancesPlan& plan,
                                const std::stop_token& stop = {});

}  // namespace afterstate
