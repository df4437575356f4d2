#include "network/tuple_shares.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "support.h"

namespace afterstate {
namespace {

/// With random values in three quarters of the weights.
AnyNetwork random_network(const NetworkShape& shape, WeightKind keep) {
  auto network = make_network(shape, keep);
  const auto rows = rows_of(network);
  for (std::uint64_t n = 0; n < rows.count; ++n)
    if (n % 4 != 0) rows.value(n) = static_cast<float>(n % 1009) - 300;
  return network;
}

double sum_of(const std::vector<TupleShare>& shares) {
  return std::accumulate(shares.begin(), shares.end(), 0.0,
                         [](double sum, const TupleShare& tuple) { return sum + tuple.share; });
}

template <class Board, class Weight>
void expect_sums(NetworkShape shape) {
  shape.size = size_of<Board>;
  const auto any = random_network(shape, kind_of_weight<Weight>);
  const auto& network = std::get<NTupleNetwork<Board, Weight>>(any);
  for (std::uint64_t number = 0; number < 50; ++number) {
    const auto board = random_board<Board>(number, 6, 6);
    const auto shares = tuple_shares(any, packed(board));
    ASSERT_EQ(shares.size(), shape.tuples.size());
    EXPECT_NEAR(sum_of(shares), static_cast<double>(network.value(board)), 0.05);
    for (const auto& tuple : shares) {
      double sum = 0;
      for (const auto& image : tuple.images) sum += image.weight;
      EXPECT_NEAR(sum, tuple.share, 1e-6);
      EXPECT_EQ(tuple.images.size(), static_cast<std::size_t>(symmetry_count<Board>));
    }
  }
}

TEST(TupleShares, AddUpToTheValue) {
  const Size square{3, 3};
  expect_sums<BasicBoard<3, 3>, ValueWeight>({square, parse_tuples("0134 012", square), 8});
  expect_sums<BasicBoard<3, 3>, CoherenceWeight>({square, parse_tuples("0134 012", square), 8, 5000});
  const Size oblong{2, 3};
  expect_sums<BasicBoard<2, 3>, AutostepWeight>({oblong, parse_tuples("0134 02", oblong), 7});
  // A weight that is zero counts as what it would be promoted to.
  expect_sums<BasicBoard<3, 3>, CoherenceWeight>(
      {square, parse_tuples("0134 012", square), 8, 0, parse_staging("32 64", square), Promotion::both});
}

TEST(TupleShares, NameTheCellsThatEachImageReads) {
  using Board = BasicBoard<3, 3>;
  const Size size{3, 3};
  auto any = make_network({size, parse_tuples("0145", size), 8}, WeightKind::values);
  for (std::uint64_t n = 0; n < rows_of(any).count; ++n) rows_of(any).value(n) = static_cast<float>(n);  // all differ
  const auto board = random_board<Board>(1, 6, 6);
  const auto before = tuple_shares(any, packed(board)).front();
  EXPECT_EQ(before.images.front().cells, (std::vector{0, 1, 4, 5}));
  for (int cell = 0; cell < Board::cells; ++cell) {
    auto other = board;
    other.set_exponent(cell, board.exponent(cell) == 7 ? 6 : 7);
    const auto after = tuple_shares(any, packed(other)).front();
    for (std::size_t image = 0; image < before.images.size(); ++image) {
      const auto& cells = before.images[image].cells;
      const bool is_read = std::ranges::find(cells, cell) != cells.end();
      EXPECT_EQ(before.images[image].weight != after.images[image].weight, is_read) << cell << ' ' << image;
    }
  }
}

}  // namespace
}  // namespace afterstate
