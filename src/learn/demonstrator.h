// Another player whose games a network learns from.
#pragma once

#include "game/direction.h"
#include "game/packed_board.h"

namespace afterstate {

/// Chooses the moves of a learner's games; used by one thread.
class Demonstrator {
 public:
  Demonstrator() = default;
  virtual ~Demonstrator() = default;
  Demonstrator(const Demonstrator&) = delete;
  Demonstrator& operator=(const Demonstrator&) = delete;

  /// A legal move; there is at least one.
  virtual Direction move(const PackedBoard& board) = 0;
};

}  // namespace afterstate
