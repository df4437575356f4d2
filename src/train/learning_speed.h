// How fast this machine learns, and how long a recipe takes: estimates for users, good to a factor of about two.
#pragma once

#include "train/recipe.h"

namespace afterstate {

/// Learns on all of `threads` threads for a fraction of a second; gives table lookups per second.
double measured_lookup_rate(int threads);

/// Seconds for a whole run of the recipe, measurements included. `actions_per_second`: of an earlier run of the same
/// recipe if there was one, otherwise from estimated_rate().
double estimated_seconds(const Recipe& recipe, double actions_per_second);

/// Actions per second, from the lookups per second of a small network.
double estimated_rate(const Recipe& recipe, double lookup_rate);

}  // namespace afterstate
