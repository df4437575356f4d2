// A search that reaches the end of every game knows what perfect play knows.
#pragma once

#include <gtest/gtest.h>

#include "game/reachable.h"
#include "search/searcher.h"
#include "solve/database.h"
#include "value/network.h"
#include "value/network_value.h"

namespace afterstate {

/// Searches every `step`-th afterstate of a tile sum of `least_sum` or more to the end of the game, over a network that
/// knows nothing, and compares with the database.
template <class Board>
void expect_full_depth_is_exact(const ValueDatabase& database, std::uint32_t least_sum, std::size_t step) {
  using Nothing = Network<Board, ValueWeight>;
  const Nothing network{{size_of<Board>, parse_tuples("0", size_of<Board>), 2, 0}};
  SearchPlan plan;
  plan.depth = deepest_search;
  plan.table_bytes = 1 << 24;
  TranspositionTable table{plan.table_bytes, SearchMode::exact};
  Expectimax<NetworkValue<Nothing>> search{NetworkValue{network}, &table, {}, 0};
  // No game lasts longer: each move adds 2 at least.
  const auto moves_left = [](std::uint32_t sum) {
    return static_cast<int>(ReachableLayers<Board>::largest_sum - sum) / 2 + 1;
  };
  ASSERT_LE(moves_left(least_sum), deepest_search);
  std::size_t number = 0;
  std::size_t compared = 0;
  ThreadTeam team{2};
  for (ReachableLayers<Board> layers{{{}, 0}, team}; !layers.done();) {
    const auto sum = layers.next_sum();
    for (const auto nibbles : layers.next().afterstates) {
      if (sum < least_sum || number++ % step != 0) continue;
      const auto board = Board::from_words(nibbles);
      ASSERT_NEAR(search.value(board, moves_left(sum), 1), database.value(board).value(), 0.011);
      ++compared;
    }
  }
  EXPECT_GT(compared, 10U);
}

}  // namespace afterstate
