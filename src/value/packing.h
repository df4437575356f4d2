// Packing: what a model of a few hundred megabytes can do without. Weights that learning hardly touched are left out,
// and the others rounded, as far as a file of a given size asks for it.
#pragma once

#include <cstdint>
#include <vector>

#include "value/any_network.h"

namespace afterstate {

/// The values alone, without those of weights whose errors add up to less than `least_errors`: what is known of them
/// comes from a few visits. Only temporal coherence keeps these sums; other networks lose nothing.
AnyNetwork without_hardly_touched(const AnyNetwork& network, float least_errors);

/// Weights whose value is not zero.
std::uint64_t touched_weights(const AnyNetwork& network);

/// The steps of a packed model for every table of every stage: `step`, or more where 16 bits would not hold the largest
/// value.
std::vector<float> packing_steps(const AnyNetwork& network, float step);

/// Rounds every value to a multiple of its table's step. Where zeros stand for what would be promoted, no other value
/// becomes one.
void round_values(AnyNetwork& network, const std::vector<float>& steps);

/// The smallest step, from `least` on, with which a packed model takes about `most_bytes`; throws UserError where there
/// is none that would leave anything to play with.
float step_that_fits(const AnyNetwork& network, float least, std::uint64_t most_bytes, int threads);

}  // namespace afterstate
