#include "value/network.h"

#include <gtest/gtest.h>

#include <set>

#include "support.h"

namespace afterstate {
namespace {

TEST(PairImages, EqualThePortableTwin) {
  for (const auto size : all_sizes())
    with_board(size, [&]<class Board>() {
      for (std::uint64_t number = 0; number < scaled(2000); ++number) {
        const auto nibbles = random_board<Board>(number, 15, 6).nibbles();
        const auto fast = pair_images<Board>(nibbles);
        const auto slow = pair_images_portable<Board>(nibbles);
        for (int image = 0; image < symmetry_count<Board>; ++image) EXPECT_EQ(fast[image], slow[image]);
      }
    });
}

/// Every pattern of the tuple's cells has an entry of its own, within the table.
template <class Board>
void expect_one_entry_each(Tuple tuple, int tile_values) {
  const TableIndex<Board> index{tuple, tile_values};
  const NetworkShape shape{size_of<Board>, {tuple}, tile_values, 0};
  std::set<std::uint64_t> entries;
  for (std::uint64_t pattern = 0; pattern < shape.entries(tuple); ++pattern) {
    Board board;
    auto rest = pattern;
    for (int cell = 0; cell < Board::cells; ++cell)
      if ((tuple.cells >> cell & 1) != 0) {
        board.set_exponent(cell, static_cast<int>(rest % static_cast<std::uint64_t>(tile_values)));
        rest /= static_cast<std::uint64_t>(tile_values);
      }
    const std::uint64_t entry = index(pair_images<Board>(board.nibbles()))[0];  // the first image is the board itself
    EXPECT_LT(entry, shape.entries(tuple));
    entries.insert(entry);
  }
  EXPECT_EQ(entries.size(), shape.entries(tuple));
}

TEST(TableIndex, GivesEveryPatternAnEntryOfItsOwn) {
  expect_one_entry_each<Board<4, 4>>(parse_tuple("01", {4, 4}), 16);
  expect_one_entry_each<Board<4, 4>>(parse_tuple("5af", {4, 4}), 16);
  expect_one_entry_each<Board<4, 4>>(parse_tuple("0369", {4, 4}), 11);
  expect_one_entry_each<Board<3, 3>>(parse_tuple("0148", {3, 3}), 11);
  expect_one_entry_each<Board<2, 2>>(parse_tuple("0123", {2, 2}), 6);
  expect_one_entry_each<Board<2, 4>>(parse_tuple("0127", {2, 4}), 10);
  expect_one_entry_each<Board<2, 3>>(parse_tuple("012345", {2, 3}), 7);
}

TEST(Network, GivesSymmetricBoardsOneValue) {
  const NetworkShape shape{{4, 4}, parse_tuples("0123 0145 569a", {4, 4}), 16, 320};
  Network<Board<4, 4>, ValueWeight> network{shape};
  std::uint64_t n = 0;
  for (auto& weight : network.weights()) weight.value.store(static_cast<float>(++n % 1000));  // sums are exact
  for (std::uint64_t number = 0; number < 200; ++number) {
    const auto board = random_board<Board<4, 4>>(number, 15, 5);
    for (const auto& image : symmetric_images(board)) EXPECT_EQ(network.value(image), network.value(board));
  }
}

TEST(Network, ReadsTilesBeyondItsRangeAsTheLargestItKnows) {
  Network<Board<4, 4>, ValueWeight> network{{{4, 4}, parse_tuples("0123", {4, 4}), 12, 0}};
  std::uint64_t n = 0;
  for (auto& weight : network.weights()) weight.value.store(static_cast<float>(++n));
  for (int exponent = 12; exponent <= 17; ++exponent) {
    Board<4, 4> known;
    Board<4, 4> beyond;
    known.set_exponent(2, 11);
    known.set_exponent(3, 5);
    beyond.set_exponent(2, exponent);
    beyond.set_exponent(3, 5);
    EXPECT_EQ(network.value(beyond), network.value(known));
  }
}

TEST(Network, StartsAtItsInitialValueWithoutTouchingMemory) {
  const NetworkShape shape{{4, 4}, parse_tuples("jaskowski-42-33-4-22-3", {4, 4}), 16, 320'000};
  const Network<Board<4, 4>, CoherenceWeight> network{shape};
  EXPECT_EQ(network.value(random_board<Board<4, 4>>(1, 10, 5)), 320'000);
}

}  // namespace
}  // namespace afterstate
