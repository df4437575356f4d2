// Values that are known better than a network can learn them, such as those of endgame tables.
#pragma once

#include <optional>

#include "game/packed_board.h"

namespace afterstate {

/// Used by several threads at once.
class KnownValues {
 public:
  KnownValues() = default;
  virtual ~KnownValues() = default;
  KnownValues(const KnownValues&) = delete;
  KnownValues& operator=(const KnownValues&) = delete;

  /// Of an afterstate, in the unit of the network; nothing if it is not known.
  virtual std::optional<float> value(const PackedBoard& afterstate) const = 0;
};

}  // namespace afterstate
