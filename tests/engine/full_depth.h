// A search that reaches the end of every game finds the values of perfect play.
#pragma once

#include <gtest/gtest.h>

#include "game/reachable.h"
#include "network/network.h"
#include "network/network_value.h"
#include "search/searcher.h"
#include "solve/database.h"

namespace afterstate {

/// Searches every `step`-th afterstate with a tile sum of at least `min_sum` to the end of the game, over a network of
/// zeros, and compares with the database.
template <class Board>
void expect_full_depth_is_exact(const ValueDatabase& database, std::uint32_t min_sum, std::size_t step) {
  using Nothing = NTupleNetwork<Board, ValueWeight>;
  const Nothing network{{size_of<Board>, parse_tuples("0", size_of<Board>), 2, 0}};
  TranspositionTable table;
  table.prepare(1 << 24, SearchMode::exact);
  Expectimax<NetworkValue<Nothing>> search{NetworkValue{network}, {}};
  search.prepare(&table, 0, {});
  // The maximum: each move adds at least 2.
  const auto moves_left = [](std::uint32_t sum) {
    return static_cast<int>(ReachableLayers<Board>::largest_sum - sum) / 2 + 1;
  };
  ASSERT_LE(moves_left(min_sum), max_search_depth);
  std::size_t number = 0;
  std::size_t compared = 0;
  ThreadTeam team{2};
  for (ReachableLayers<Board> layers{{{}, 0}, team}; !layers.done();) {
    const auto sum = layers.next_sum();
    for (const auto nibbles : layers.next().afterstates) {
      if (sum < min_sum || number++ % step != 0) continue;
      const auto board = Board::from_words(nibbles);
      ASSERT_NEAR(search.value(board, moves_left(sum), 1), database.value(board).value(), 0.011);
      ++compared;
    }
  }
  EXPECT_GT(compared, 10U);
}

}  // namespace afterstate
