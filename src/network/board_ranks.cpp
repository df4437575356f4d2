#include "network/board_ranks.h"

#include <cmath>

#include "os/threads.h"

namespace afterstate {

namespace {

/// Maximum size of a table that is indexed by patterns.
constexpr double max_patterns = 1U << 30U;

}  // namespace

bool is_ranked(Size size, Tuple tuple, int tile_values) {
  return size == Size{3, 3} && tuple.size() == size.cells() && std::pow(tile_values, tuple.size()) > max_patterns;
}

const AfterstateRanks<BasicBoard<3, 3>>& board_ranks() {
  static const AfterstateRanks<BasicBoard<3, 3>> ranks{{SpawnLaw{}, 0}, thread_count(0)};
  return ranks;
}

}  // namespace afterstate
