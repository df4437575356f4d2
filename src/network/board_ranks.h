// Tables that distinguish every board: if a tuple covers all of 3x3, most patterns never occur, so the table is indexed
// by the ranks of the reachable afterstates instead of patterns.
#pragma once

#include <cstdint>

#include "game/ranks.h"
#include "game/size.h"
#include "network/tuples.h"

namespace afterstate {

/// Whether a table has one entry per reachable afterstate and image instead of one per pattern.
bool is_ranked(Size size, Tuple tuple, int tile_values);

/// The ranks, computed on first use, which takes about ten seconds.
const AfterstateRanks<BasicBoard<3, 3>>& board_ranks();

/// Entries of a ranked table: eight per rank, one for each image, which are always used together; and eight for boards
/// that play cannot reach.
inline std::uint64_t ranked_entries() { return 8 * (board_ranks().size() + 1); }

/// The first of the eight entries of an afterstate.
inline std::uint64_t first_ranked_entry(const BasicBoard<3, 3>& afterstate) {
  return 8 * board_ranks().rank(afterstate).value_or(board_ranks().size());
}

}  // namespace afterstate
