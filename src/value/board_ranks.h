// Tables that tell every board apart: where a tuple covers all of 3x3, most patterns never come up, and the ranks of
// those that do take the place of patterns.
#pragma once

#include <cstdint>

#include "game/ranks.h"
#include "game/size.h"
#include "value/tuples.h"

namespace afterstate {

/// Whether a table has an entry for each reachable afterstate and image instead of one for each pattern.
bool is_ranked(Size size, Tuple tuple, int tile_values);

/// The ranks, found when they are first asked for, which takes some ten seconds.
const AfterstateRanks<Board<3, 3>>& board_ranks();

/// Entries of a ranked table: eight for each rank, an image each, which are always used together; and eight for boards
/// that play cannot reach.
inline std::uint64_t ranked_entries() { return 8 * (board_ranks().size() + 1); }

/// The first of the eight entries of an afterstate.
inline std::uint64_t first_ranked_entry(const Board<3, 3>& afterstate) {
  return 8 * board_ranks().rank(afterstate).value_or(board_ranks().size());
}

}  // namespace afterstate
