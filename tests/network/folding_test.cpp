#include "network/folding.h"

#include <gtest/gtest.h>

#include <cmath>

#include "network/entry_patterns.h"
#include "support.h"

namespace afterstate {
namespace {

/// Some weights of all stages have values, the others are zero.
template <class Board>
NTupleNetwork<Board, ValueWeight> network_of(const NetworkShape& shape, std::uint64_t of_ten) {
  NTupleNetwork<Board, ValueWeight> network{shape};
  std::uint64_t n = 0;
  for (auto& weight : network.weights()) {
    const auto random = random_block(5, ++n, 0, 0);
    if (uniform_below(random.first, 10) < of_ten)
      weight.value.store(static_cast<float>(uniform_unit(random.second)) * 1000 - 300);
  }
  return network;
}

template <class Board>
void expect_same_values(const NetworkShape& shape, std::size_t tuples_left) {
  auto network = network_of<Board>(shape, 6);
  const AnyNetwork any{std::move(network)};
  const auto fewer = folded(any, 2);
  EXPECT_EQ(shape_of(fewer).tuples.size(), tuples_left);
  EXPECT_EQ(shape_of(fewer).promotion, Promotion::none);
  const auto& before = std::get<NTupleNetwork<Board, ValueWeight>>(any);
  const auto& after = std::get<NTupleNetwork<Board, ValueWeight>>(fewer);
  for (std::uint64_t number = 0; number < scaled(1000); ++number) {
    const auto board = random_board<Board>(number, largest_exponent(Board::cells), 5);
    const float expected = before.value(board);
    EXPECT_NEAR(after.value(board), expected, 1e-5 * (1000 + std::fabs(expected)));
  }
}

TEST(Folding, KeepsTheValueOfEveryBoard) {
  for (const auto promotion : {Promotion::none, Promotion::intra, Promotion::inter, Promotion::both}) {
    const Size square{3, 3};
    const auto stages = parse_staging("16 32 32+16", square);
    expect_same_values<BasicBoard<3, 3>>({square, parse_tuples("0124 034 01 4 147", square), 7, 50, stages, promotion},
                                         2);
    const Size oblong{2, 3};
    expect_same_values<BasicBoard<2, 3>>(
        {oblong, parse_tuples("0134 012 35 1", oblong), 8, 0, parse_staging("8", oblong), promotion}, 2);
    const Size whole{4, 4};
    expect_same_values<BasicBoard<4, 4>>(
        {whole, parse_tuples("0123 4567 0145 01 15 456", whole), 16, 0, parse_staging("256", whole), promotion}, 3);
  }
}

TEST(Folding, FindsWhatIsRedundant) {
  const Size whole{4, 4};
  const auto left = [&](const char* tuples) {
    return name_of(folded_tuples({whole, parse_tuples(tuples, whole), 16, 0}));
  };
  EXPECT_EQ(left("jaskowski-42-33-4-22-3"), "012345 456789 89abcd 012456 45689a");
  EXPECT_EQ(left("wu-4x6"), "012345 456789 012456 45689a");
  EXPECT_EQ(left("0123 cdef"), "0123");  // the same on another image
  EXPECT_EQ(left("0 01 012"), "012");    // each within the next
  EXPECT_EQ(left("0123 0145 5"), "0123 0145");
}

TEST(EntryPatterns, LeadThereAndBack) {
  for (const auto& [cells, tile_values] : {std::pair{3, 16}, {4, 11}, {1, 5}, {2, 2}, {5, 3}}) {
    const EntryPatterns pattern{cells, tile_values};
    const PatternMap entry{entry_of_bit(cells, tile_values)};
    const auto entries = static_cast<std::uint64_t>(std::pow(tile_values, cells));
    for (std::uint64_t n = 0; n < entries; ++n) {
      EXPECT_EQ(entry(pattern(n)), n);
      EXPECT_LT(entry(halved_nibbles(pattern(n))), n == 0 ? 1 : n);
    }
  }
}

/// The entry that a board leads to is the entry of its pattern.
TEST(EntryPatterns, AreThoseOfTheTables) {
  using Nine = BasicBoard<3, 3>;
  for (const int tile_values : {11, 16}) {
    const auto tuple = parse_tuple("0248", {3, 3});
    const TableIndex<Nine> index{tuple, tile_values};
    const EntryPatterns pattern{4, tile_values};
    for (std::uint64_t number = 0; number < 300; ++number) {
      const auto board = random_board<Nine>(number, 10, 5);
      std::uint64_t expected = 0;
      int position = 0;
      for (const int cell : {0, 2, 4, 8})
        expected |= static_cast<std::uint64_t>(board.exponent(cell)) << 4 * position++;
      EXPECT_EQ(pattern(index(pair_images<Nine>(board.nibbles()))[0]), expected);
    }
  }
}

}  // namespace
}  // namespace afterstate
