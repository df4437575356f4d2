// Certified upper bounds of the two-player game: all replies of the defender to one fixed attacker.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

#include "arena/duel_side.h"

namespace afterstate {

struct BoundPlan {
  Size size{};
  DuelRule rule = DuelRule::two_or_four;
  DuelSide attacker;
  std::uint64_t memory_bytes = UINT64_MAX;  ///< for boards
  std::optional<std::chrono::seconds> time{};
  int threads = 0;
};

enum class BoundEnd : std::uint8_t { exhausted, memory, time, tile, stopped };

struct BoundResult {
  BoundEnd end = BoundEnd::exhausted;  ///< why the search ended; `tile`: a tile was made that is too large for it
  std::uint32_t largest_score = 0;     ///< of the games that ended
  std::uint32_t tile_sum = 0;          ///< afterstates up to this sum were all examined
  std::uint64_t afterstates = 0;       ///< that were examined, symmetric ones once
  std::uint64_t largest_layer = 0;     ///< the maximum number of one tile sum

  /// No defender can score more against a perfect attacker, because none can against this one.
  bool proven() const { return end == BoundEnd::exhausted; }
};

/// Goes through all boards to which the defender can lead from the empty board, tile sum by tile sum. The attacker is
/// asked once about each canonical afterstate and its answer is carried over to the symmetric ones: whatever it
/// answers, that is a strategy. Of each board only the smallest number of 4s placed on the way is kept, because the
/// score follows from both. `on_layer` is told after each tile sum.
BoundResult bound_value(const BoundPlan& plan, const std::function<void(const BoundResult&)>& on_layer = {},
                        const std::stop_token& stop = {});

}  // namespace afterstate
