#include "search/searcher.h"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "game/notation.h"
#include "network/network.h"
#include "network/network_value.h"
#include "search/downgrade.h"
#include "search/slow_expectimax.h"
#include "support.h"

namespace afterstate {
namespace {

/// A network with random weights.
template <class Board>
NTupleNetwork<Board, ValueWeight> some_network(const std::string& tuples, int tile_values) {
  NTupleNetwork<Board, ValueWeight> network{{size_of<Board>, parse_tuples(tuples, size_of<Board>), tile_values, 3}};
  auto weights = network.weights();
  for (std::size_t n = 0; n < weights.size(); ++n)
    weights[n].value.store(static_cast<float>(random_block(9, n, 0, 0).first % 1'000));
  return network;
}

template <class Board, class Network>
SearchResult searched(const Network& network, const Board& board, const SearchPlan& plan, SpawnLaw law = {}) {
  return Searcher<NetworkValue<Network>>{NetworkValue{network}, law}.search(board, plan);
}

template <class Board, class Network>
void expect_as_slow(const Network& network, const Board& board, const SearchPlan& plan, SpawnLaw law) {
  SCOPED_TRACE(notation_of(exponents_of(board), size_of<Board>) + " depth " + std::to_string(plan.depth));
  const auto result = searched(network, board, plan, law);
  for (const auto direction : all_directions) {
    const auto total = result.values[direction];
    const auto slid = slide(board, direction);
    ASSERT_EQ(total.has_value(), slid.has_value());
    if (!slid) continue;
    const double expected = slid->reward + slow::expectimax(slid->afterstate, plan.depth - 1, law,
                                                            [&](const Board& leaf) { return network.value(leaf); });
    ASSERT_NEAR(*total, expected, 1e-4 * std::fabs(expected) + 1e-4);
  }
}

template <class Board>
void expect_exact(const std::string& tuples, int tile_values, int deepest, int fill) {
  const auto network = some_network<Board>(tuples, tile_values);
  for (std::uint64_t number = 0; number < scaled(60); ++number) {
    const auto board = random_board<Board>(number, std::min(tile_values - 1, largest_exponent(Board::cells)), fill);
    const int depth = 1 + static_cast<int>(number % static_cast<std::uint64_t>(deepest));
    for (const std::uint64_t table_bytes : {0, 1 << 10, 1 << 20})
      for (const int threads : {1, 3}) {
        SearchPlan plan;
        plan.depth = depth;
        plan.table_bytes = table_bytes;
        plan.threads = threads;
        expect_as_slow(network, board, plan, {number % 4 == 0 ? 0.5 : 0.1});
      }
  }
}

TEST(Search, ExactEqualsPlainRecursion) {
  expect_exact<BasicBoard<4, 4>>("0123 0145", 16, 3, 7);
  expect_exact<BasicBoard<3, 4>>("0123 0145", 14, 3, 6);
  expect_exact<BasicBoard<3, 3>>("0124 0345", 11, 3, 6);
  expect_exact<BasicBoard<2, 4>>("0145 123", 10, 4, 6);
  expect_exact<BasicBoard<2, 3>>("0123", 8, 5, 5);
  expect_exact<BasicBoard<2, 2>>("0123", 6, 6, 5);
}

TEST(Search, TilesAbove32768FollowTheRules) {
  const auto network = some_network<BasicBoard<4, 4>>("0123 0145", 16);
  SearchPlan plan;
  plan.depth = 2;
  plan.table_bytes = 1 << 16;
  for (const auto* const text :
       {"32768 32768 4 2/8 16 32 64/2 4 8 16/2 4 8 0", "65536 32768 0 2/8 16 32 64/2 4 8 16/2 4 0 0",
        "65536 65536 4 2/8 16 32 64/2 4 8 16/2 4 8 0"})
    expect_as_slow(network, parse_board<BasicBoard<4, 4>>(text), plan, {});
}

TEST(Search, TheTableIsUsedAndChangesNothing) {
  const auto network = some_network<BasicBoard<3, 3>>("0124 0345", 11);
  const auto board = parse_board<BasicBoard<3, 3>>("2 4 8/0 2 4/0 0 2");
  SearchPlan plan;
  plan.depth = 5;
  const auto without = searched(network, board, plan);
  plan.table_bytes = 1 << 20;
  Searcher<NetworkValue<NTupleNetwork<BasicBoard<3, 3>, ValueWeight>>> searcher{NetworkValue{network}, {}};
  const auto with = searcher.search(board, plan);
  const auto again = searcher.search(board, plan);
  EXPECT_EQ(without.values.totals, with.values.totals)
      << "to the bit: a value is that of its class of symmetric boards";
  EXPECT_EQ(again.values.totals, with.values.totals);
  EXPECT_GT(with.counts.hits, 0U);
  EXPECT_LT(with.counts.nodes, without.counts.nodes);
  EXPECT_LT(again.counts.nodes, with.counts.nodes / 100);
  searcher.forget();
  EXPECT_EQ(searcher.search(board, plan).counts.nodes, with.counts.nodes);
}

TEST(TranspositionTable, ReturnsOtherDepthsOnlyInStrongMode) {
  for (const auto mode : {SearchMode::exact, SearchMode::strong}) {
    TranspositionTable table;
    table.prepare(1 << 16, mode);
    table.store(0x1234, 3, 7.5F);
    EXPECT_EQ(table.find(0x1234, 3), 7.5F);
    EXPECT_EQ(table.find(0x1234, 2).has_value(), mode == SearchMode::strong);
    EXPECT_FALSE(table.find(0x1234, 4));
    EXPECT_FALSE(table.find(0x1235, 3));
    table.clear();
    EXPECT_FALSE(table.find(0x1234, 3));
  }
}

TEST(TranspositionTable, KeepsTheDeepestOfACluster) {
  TranspositionTable table;
  table.prepare(64, SearchMode::strong);  // four entries
  for (std::uint64_t board = 1; board <= 8; ++board) table.store(board, static_cast<int>(board), 1);
  for (std::uint64_t board = 6; board <= 8; ++board) EXPECT_TRUE(table.find(board, 1)) << board;
}

TEST(Search, KeepsItsTimeLimitAndAlwaysAnswers) {
  const auto network = some_network<BasicBoard<4, 4>>("0123 0145", 16);
  for (const int threads : {1, 2}) {
    SearchPlan plan;
    plan.depth = max_search_depth;
    plan.milliseconds = 5;
    plan.mode = SearchMode::strong;
    plan.table_bytes = 1 << 22;
    plan.threads = threads;
    Searcher<NetworkValue<NTupleNetwork<BasicBoard<4, 4>, ValueWeight>>> searcher{NetworkValue{network}, {}};
    for (std::uint64_t number = 0; number < 20; ++number) {
      const auto board = random_board<BasicBoard<4, 4>>(number, 10, 5);
      const auto start = std::chrono::steady_clock::now();
      const auto result = searcher.search(board, plan);
      const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
      EXPECT_LT(ms, 500);  // a busy machine; docs/results/search.md has the real figures
      EXPECT_EQ(result.depth > 0, !legal_moves(board).empty());
      for (const auto direction : all_directions)
        EXPECT_EQ(result.values[direction].has_value(), legal_moves(board).contains(direction));
    }
  }
}

TEST(Search, DepthIsLimitedByEmptyCells) {
  const auto network = some_network<BasicBoard<4, 4>>("0123 0145", 16);
  SearchPlan plan;
  plan.depth = 3;
  plan.depth_limits = {{6, 2}, {12, 1}};
  EXPECT_EQ(searched(network, parse_board<BasicBoard<4, 4>>("2 4 2 4/4 2 4 2/2 4 2 4/4 2 0 2"), plan).depth, 3);
  EXPECT_EQ(searched(network, parse_board<BasicBoard<4, 4>>("2 4 2 4/4 2 4 2/0 0 0 0/4 2 0 0"), plan).depth, 2);
  EXPECT_EQ(searched(network, parse_board<BasicBoard<4, 4>>("2 0 0 0/0 0 0 0/0 0 0 0/4 0 0 0"), plan).depth, 1);
}

TEST(Search, StopsOnRequest) {
  const auto network = some_network<BasicBoard<4, 4>>("0123 0145", 16);
  const auto board = parse_board<BasicBoard<4, 4>>("2 0 0 0/0 0 0 0/0 0 0 0/4 0 0 0");
  for (const int threads : {1, 2}) {
    Searcher<NetworkValue<NTupleNetwork<BasicBoard<4, 4>, ValueWeight>>> searcher{NetworkValue{network}, {}};
    std::stop_source source;
    SearchPlan plan;
    plan.depth = 12;  // would take hours
    plan.threads = threads;
    plan.stop = source.get_token();
    std::jthread stopping{[&] { source.request_stop(); }};
    EXPECT_THROW(searcher.search(board, plan), SearchStopped);
    plan.stop = {};
    plan.depth = 2;
    EXPECT_EQ(searcher.search(board, plan).depth, 2) << "can be used again";
    plan.milliseconds = 1e9;
    plan.depth = 12;
    plan.stop = source.get_token();
    EXPECT_THROW(searcher.search(board, plan), SearchStopped) << "with a time limit too";
  }
}

TEST(Search, UnlikelyBranchesCanBePruned) {
  const auto network = some_network<BasicBoard<4, 4>>("0123 0145", 16);
  const auto board = parse_board<BasicBoard<4, 4>>("2 4 2 4/4 2 4 2/0 0 0 0/4 2 0 0");
  SearchPlan plan;
  plan.depth = 3;
  plan.mode = SearchMode::strong;
  const auto all = searched(network, board, plan);
  plan.min_chance = 0.2F;
  const auto likely = searched(network, board, plan);
  EXPECT_LT(likely.counts.nodes, all.counts.nodes / 2);
  EXPECT_GT(likely.counts.nodes, 60U);
  EXPECT_NEAR(*likely.values.totals[0], *all.values.totals[0], 0.3 * *all.values.totals[0]);
}

TEST(SpawnedSlides, AreTheSlidesAfterTheSpawn) {
  const auto expect_same = []<class Board>() {
    for (std::uint64_t number = 0; number < scaled(500); ++number) {
      const auto board = random_board<Board>(number, largest_exponent(Board::cells) - 1, 5);
      if (may_merge_beyond(board)) continue;
      const SpawnedSlides<Board> slides{board};
      for_each_spawn(board, {0.5}, [&](Spawn spawn, double) {
        std::vector<std::pair<Board, std::uint32_t>> expected;
        for_each_slide(with_spawn(board, spawn), [&](Direction, const Slid<Board>& slid) {
          expected.emplace_back(slid.afterstate, slid.reward);
        });
        std::vector<std::pair<Board, std::uint32_t>> found;
        slides.for_each(spawn, [&](const Board& child, std::uint32_t reward) { found.emplace_back(child, reward); });
        std::ranges::sort(expected);
        std::ranges::sort(found);
        ASSERT_EQ(found, expected);
      });
    }
  };
  for (const auto size : all_sizes()) with_board(size, expect_same);
}

TEST(Downgrade, HalvesTilesAboveTheLargestMissingOne) {
  const auto downgraded_text = [](const char* text, int from) {
    return notation_of(exponents_of(downgraded(parse_board<BasicBoard<4, 4>>(text), from)), {4, 4});
  };
  EXPECT_EQ(downgraded_text("32768 8192 4096 2/0 0 0 0/0 0 0 0/0 0 0 0", 15),
            "16384 8192 4096 2/0 0 0 0/0 0 0 0/0 0 0 0");
  EXPECT_EQ(downgraded_text("32768 16384 4096 4096/0 0 0 0/0 0 0 0/0 0 0 2", 15),
            "16384 8192 4096 4096/0 0 0 0/0 0 0 0/0 0 0 2");
  EXPECT_EQ(downgraded_text("16384 4096 0 2/0 0 0 0/0 0 0 0/0 0 0 0", 15), "16384 4096 0 2/0 0 0 0/0 0 0 0/0 0 0 0");
  EXPECT_EQ(downgraded_text("65536 4096 0 2/0 0 0 0/0 0 0 0/0 0 0 0", 15), "32768 4096 0 2/0 0 0 0/0 0 0 0/0 0 0 0");
  for (std::uint64_t number = 0; number < scaled(2'000); ++number) {
    const auto board = random_board<BasicBoard<4, 4>>(number, 15, 6);
    EXPECT_EQ(legal_moves(downgraded(board, 8)), legal_moves(board));
  }
}

}  // namespace
}  // namespace afterstate
