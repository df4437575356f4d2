// Folding: redundant encoding adds small tuples that lie within larger ones; they learn faster but represent nothing
// more (Jaskowski 2018, section V E). After learning, their weights are added to those of a larger tuple.
#pragma once

#include <vector>

#include "network/any_network.h"

namespace afterstate {

/// The tuples that remain: those that no other tuple contains, directly or as a symmetric image.
std::vector<Tuple> folded_tuples(const NetworkShape& shape);

/// A network with the same values, up to rounding, without redundant tuples. Promoted values are written out, so that
/// the result uses all of its memory and promotes nothing. The network must be of WeightKind::values. Throws UserError
/// if there is not enough memory.
AnyNetwork folded(const AnyNetwork& network, int threads);

/// The network, folded if it has redundant tuples and there is enough memory: the fastest to play with.
AnyNetwork folded_to_play(AnyNetwork network, int threads);

}  // namespace afterstate
