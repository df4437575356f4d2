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

/// Autostep keeps a step of its own for each weight, and what it needs to change it.
struct AutostepWeight {
  SharedFloat value;
  SharedFloat step;        ///< a; zero stands for the initial step
  SharedFloat trace;       ///< h: the changes that the weight has had lately
  SharedFloat normaliser;  ///< v: how large the products of error and trace have been
};

static_assert(sizeof(ValueWeight) == 4 && sizeof(CoherenceWeight) == 12 && sizeof(AutostepWeight) == 16);

}  // namespace afterstate
