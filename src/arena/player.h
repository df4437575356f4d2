// Whoever chooses moves.
#pragma once

#include <cstdint>
#include <optional>

#include "game/chance.h"
#include "game/direction.h"
#include "search/search_plan.h"

namespace afterstate {

/// A player keeps nothing from one game to the next; each thread has its own.
template <class Board>
class Player {
 public:
  virtual ~Player() = default;

  /// A legal move, or nothing where there is none. `chance` and `turn` are for players that choose by lot.
  virtual std::optional<Direction> choose(const Board& board, const Chance& chance, std::uint32_t turn) = 0;

  /// The further score that it expected of its last choice, reward included; nothing where it has no values.
  virtual std::optional<double> expected() const { return std::nullopt; }

  /// What looking ahead took since this was last asked.
  virtual SearchCounts take_counts() { return {}; }
};

}  // namespace afterstate
