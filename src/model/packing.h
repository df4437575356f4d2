// Packing: makes a model of a few hundred megabytes smaller. Weights that learning hardly touched are dropped, and the
// others are rounded as coarsely as a given file size requires.
#pragma once

#include <cstdint>
#include <vector>

#include "network/any_network.h"

namespace afterstate {

/// Only the values, without those of weights whose absolute errors add up to less than `min_errors`: they come from a
/// few visits. Only temporal coherence stores these sums; other networks lose nothing.
AnyNetwork without_hardly_touched(const AnyNetwork& network, float min_errors);

/// The number of weights whose value is not zero.
std::uint64_t touched_weights(const AnyNetwork& network);

/// The steps of a packed model for every table of every stage: `step`, or more if 16 bits would not hold the largest
/// value.
std::vector<float> packing_steps(const AnyNetwork& network, float step);

/// Rounds every value to a multiple of its table's step. If zeros are promoted, no other value is rounded to zero.
void round_values(AnyNetwork& network, const std::vector<float>& steps);

/// The smallest step, at least `least`, with which a packed model takes about `max_bytes`; throws UserError if even the
/// coarsest step does not suffice.
float step_that_fits(const AnyNetwork& network, float least, std::uint64_t max_bytes, int threads);

}  // namespace afterstate
