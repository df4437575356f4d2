// Folding: redundant encoding adds small tuples that lie within larger ones, which learn faster and know nothing more
// (Jaskowski 2018, section V E). After learning, their weights are added to those of a larger tuple.
#pragma once

#include <string>
#include <vector>

#include "value/model_file.h"

namespace afterstate {

/// The tuples that stay: those that no other one holds, as it is or as a symmetric image.
std::vector<Tuple> folded_tuples(const NetworkShape& shape);

/// A network of the same values, up to rounding, without redundant tuples. What would be promoted is written out, so
/// that it takes all of its memory and promotes nothing. The network must keep values alone. Throws UserError where
/// the memory is not there.
AnyNetwork folded(const AnyNetwork& network, int threads);

/// The network, folded where that is possible and the memory is there: the quickest to play with.
AnyNetwork folded_to_play(AnyNetwork network, int threads);

/// As load_model(), folded to play.
Model load_model_to_play(const std::string& path, int threads = 0);

}  // namespace afterstate
