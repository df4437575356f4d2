// What a network keeps for each entry of its tables. All zero is the state before learning.
#pragma once

#include "base/shared_float.h"

namespace afterstate {

/// Enough to play, and to learn at fixed rates.
struct ValueWeight {
  SharedFloat value;
};

/// Temporal coherence keeps two sums beside the value: used together, they lie together.
struct CoherenceWeight {
  SharedFloat value;
  SharedFloat errors;     ///< the sum of errors, or of changes (E)
  SharedFloat magnitude;  ///< the sum of their absolute values (A)
};

static_assert(sizeof(ValueWeight) == 4 && sizeof(CoherenceWeight) == 12);

}  // namespace afterstate
