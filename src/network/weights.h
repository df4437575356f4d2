// What a network stores per entry of its tables. All zero is the state before learning.
#pragma once

#include "base/shared_float.h"

namespace afterstate {

/// Enough to play, and to learn at fixed rates.
struct ValueWeight {
  SharedFloat value;
};

/// Temporal coherence: two sums in addition to the value. They are used together, so they are stored together.
struct CoherenceWeight {
  SharedFloat value;
  SharedFloat errors;     ///< the sum of errors, or of changes (E)
  SharedFloat magnitude;  ///< the sum of their absolute values (A)
};

/// Autostep: a step size per weight, and the state needed to adapt it.
struct AutostepWeight {
  SharedFloat value;
  SharedFloat step;        ///< a; zero stands for the initial step
  SharedFloat trace;       ///< h: recent changes of the weight
  SharedFloat normaliser;  ///< v: how large the products of error and trace were
};

static_assert(sizeof(ValueWeight) == 4 && sizeof(CoherenceWeight) == 12 && sizeof(AutostepWeight) == 16);

}  // namespace afterstate
