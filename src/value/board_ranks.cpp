#include "value/board_ranks.h"

#include <cmath>

#include "base/threads.h"

namespace afterstate {

namespace {

/// As many patterns would fit a table; more do not.
constexpr double most_patterns = 1U << 30U;

}  // namespace

bool is_ranked(Size size, Tuple tuple, int tile_values) {
  return size == Size{3, 3} && tuple.size() == size.cells() && std::pow(tile_values, tuple.size()) > most_patterns;
}

const AfterstateRanks<Board<3, 3>>& board_ranks() {
  static const AfterstateRanks<Board<3, 3>> ranks{{SpawnLaw{}, 0}, thread_count(0)};
  return ranks;
}

}  // namespace afterstate
