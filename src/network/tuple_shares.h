// What each tuple of a network contributes to the value of an afterstate.
#pragma once

#include <vector>

#include "game/packed_board.h"
#include "network/any_network.h"

namespace afterstate {

/// One tuple on one symmetric image of the board.
struct ImageShare {
  std::vector<int> cells;  ///< of the board, in the order of the tuple's cells
  double weight;           ///< what this lookup adds
};

struct TupleShare {
  Tuple tuple;
  double share;  ///< the sum over the images
  std::vector<ImageShare> images;
};

/// The shares add up to the value of the afterstate: the initial value of the network counts as spread evenly over all
/// lookups, and a weight that is zero as the value it would be promoted to.
std::vector<TupleShare> tuple_shares(const AnyNetwork& any, const PackedBoard& afterstate);

}  // namespace afterstate
