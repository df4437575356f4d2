#include "search/minimax_searcher.h"

#include <gtest/gtest.h>

#include "game/notation.h"
#include "search/slow_minimax.h"
#include "support.h"

namespace afterstate {
namespace {

/// An arbitrary value; few different ones, so that many moves are equal. Symmetric boards have the same value, as with
/// a network.
template <class Board>
float arbitrary_value(const Board& board) {
  return static_cast<float>(std::hash<Board>{}(canonical(board)) % 97);
}

template <class BoardType>
struct ArbitraryValue {
  using Board = BoardType;
  static void evaluate(std::span<const Board> boards, float* values) {
    for (const auto& board : boards) *values++ = arbitrary_value(board);
  }
};

template <class Board>
auto slow_minimax(SpawnLaw law, bool of_placements) {
  return slow::Minimax<Board, float (*)(const Board&)>{law, of_placements, arbitrary_value<Board>};
}

std::vector<SearchPlan> plans(int depth) {
  std::vector<SearchPlan> all;
  for (const std::uint64_t table_bytes : {0, 1 << 24})
    for (const int threads : {1, 3}) {
      SearchPlan plan;
      plan.depth = depth;
      plan.table_bytes = table_bytes;
      plan.threads = threads;
      all.push_back(plan);
    }
  return all;
}

template <class Board>
void expect_attack_as_slow(const Board& afterstate, int depth, SpawnLaw law, Role role) {
  auto slow = slow_minimax<Board>(law, role == Role::attack);
  for (const auto& plan : plans(depth)) {
    MinimaxSearcher<ArbitraryValue<Board>> searcher{{}, law, role};
    const auto every = searcher.attack(afterstate, plan, Wanted::every_value);
    searcher.forget();
    const auto best = searcher.attack(afterstate, plan, Wanted::best_move);
    PlacementValues expected;
    for_each_spawn(afterstate, law, [&](Spawn spawn, double) {
      expected[spawn] = slow.placed(with_spawn(afterstate, spawn), depth - 1);
    });
    ASSERT_EQ(every.values.totals, expected.totals);
    ASSERT_EQ(best.values.best(), expected.best());
    ASSERT_EQ(best.values[*best.values.best()], expected[*expected.best()]);
  }
}

template <class Board>
void expect_as_slow(int deepest, int largest, int fill) {
  for (std::uint64_t number = 0; number < scaled(40); ++number) {
    const auto board = random_board<Board>(number, largest, fill);
    const SpawnLaw law{number % 2 == 0 ? 0.1 : 0};
    const int depth = 1 + static_cast<int>(number % static_cast<std::uint64_t>(deepest));
    SCOPED_TRACE(notation_of(exponents_of(board), size_of<Board>) + " depth " + std::to_string(depth));
    auto slow = slow_minimax<Board>(law, false);
    MoveValues expected;
    for_each_slide(board, [&](Direction direction, const Slid<Board>& slid) {
      expected[direction] = static_cast<float>(slid.reward) + slow.afterstate(slid.afterstate, depth - 1);
    });
    for (const auto& plan : plans(depth)) {
      MinimaxSearcher<ArbitraryValue<Board>> searcher{{}, law, Role::defend};
      const auto every = searcher.defend(board, plan, Wanted::every_value);
      searcher.forget();
      const auto best = searcher.defend(board, plan, Wanted::best_move);
      ASSERT_EQ(every.values.totals, expected.totals);
      ASSERT_EQ(best.values.best(), expected.best());
      ASSERT_EQ(every.depth, expected.best() ? depth : 0);
    }
    if (empty_count(board) == 0) continue;
    expect_attack_as_slow(board, std::min(depth, 2), law, Role::defend);
    expect_attack_as_slow(board, depth, law, Role::attack);
  }
}

TEST(Minimax, EqualsPlainRecursion) {
  expect_as_slow<BasicBoard<4, 4>>(2, 12, 6);
  expect_as_slow<BasicBoard<3, 3>>(3, 9, 6);
  expect_as_slow<BasicBoard<2, 3>>(4, 7, 5);
  expect_as_slow<BasicBoard<2, 2>>(6, 5, 4);
  expect_as_slow<BasicBoard<1, 4>>(6, 4, 4);
}

TEST(Minimax, NodesOfAlphaBetaAreFewerThanATwentieth) {
  // A value with some sense: search on arbitrary values is harder to prune than any that is played with.
  struct EmptyCells {
    using Board = BasicBoard<4, 4>;
    static float of(const Board& board) {
      float value = 0;
      for (int cell = 0; cell < Board::cells; ++cell)
        value += static_cast<float>(board.exponent(cell) * board.exponent(cell) * (cell + 1));
      return value / 16 + 20 * static_cast<float>(empty_count(board));
    }
    static void evaluate(std::span<const Board> boards, float* values) {
      for (const auto& board : boards) *values++ = of(canonical(board));
    }
  };
  using Board = EmptyCells::Board;
  const SpawnLaw law{0.1};
  std::uint64_t pruned = 0;
  std::uint64_t plain = 0;
  SearchPlan plan;
  plan.depth = 3;
  plan.table_bytes = 1 << 24;
  for (std::uint64_t number = 0; number < 10; ++number) {
    const auto board = random_board<Board>(number, 10, 5);
    auto slow = slow::Minimax<Board, float (*)(const Board&)>{
        law, false, [](const Board& leaf) { return EmptyCells::of(canonical(leaf)); }};
    const float expected = slow.placed(board, 2);
    MinimaxSearcher<EmptyCells> searcher{{}, law, Role::defend};
    const auto result = searcher.defend(board, plan, Wanted::best_move);
    EXPECT_EQ(result.values[*result.values.best()], expected);
    pruned += result.counts.nodes;
    plain += slow.nodes();
  }
  EXPECT_LE(20 * pruned, plain);
}

TEST(Minimax, KeepsItsTimeLimit) {
  SearchPlan plan;
  plan.depth = 30;
  plan.milliseconds = 20;
  MinimaxSearcher<ArbitraryValue<BasicBoard<4, 4>>> searcher{{}, {}, Role::defend};
  const auto start = std::chrono::steady_clock::now();
  const auto result = searcher.defend(random_board<BasicBoard<4, 4>>(1, 5, 3), plan, Wanted::best_move);
  EXPECT_GE(result.depth, 1);
  EXPECT_LT(result.depth, 30);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{2});
}

}  // namespace
}  // namespace afterstate
