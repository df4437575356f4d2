#include "network/network.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "game/game_random.h"
#include "game/slide.h"
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

/// Every pattern of the tuple's cells has its own entry, within the table.
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
  expect_one_entry_each<BasicBoard<4, 4>>(parse_tuple("01", {4, 4}), 16);
  expect_one_entry_each<BasicBoard<4, 4>>(parse_tuple("5af", {4, 4}), 16);
  expect_one_entry_each<BasicBoard<4, 4>>(parse_tuple("0369", {4, 4}), 11);
  expect_one_entry_each<BasicBoard<3, 3>>(parse_tuple("0148", {3, 3}), 11);
  expect_one_entry_each<BasicBoard<2, 2>>(parse_tuple("0123", {2, 2}), 6);
  expect_one_entry_each<BasicBoard<2, 4>>(parse_tuple("0127", {2, 4}), 10);
  expect_one_entry_each<BasicBoard<2, 3>>(parse_tuple("012345", {2, 3}), 7);
}

/// A few thousand different afterstates of games with random moves.
std::vector<BasicBoard<3, 3>> played_afterstates() {
  std::vector<BasicBoard<3, 3>> afterstates;
  for (std::uint64_t game = 0; game < 100; ++game) {
    const GameRandom chance{5, game, {}};
    auto board = chance.start<BasicBoard<3, 3>>();
    for (std::uint32_t turn = 0; !legal_moves(board).empty(); ++turn) {
      const auto legal = legal_moves(board);
      const auto slid =
          slide(board, legal.nth(static_cast<int>((game + turn) % static_cast<std::uint64_t>(legal.size()))));
      afterstates.push_back(slid->afterstate);
      board = with_spawn(slid->afterstate, chance.spawn(slid->afterstate, turn + start_spawns));
    }
  }
  return afterstates;
}

TEST(TableIndex, RanksBoardsWhereATupleCoversAllOf3x3) {
  if (scaled(100) < 100) GTEST_SKIP() << "finding all boards takes minutes under a sanitizer";
  const auto tuple = parse_tuple("012345678", {3, 3});
  const NetworkShape shape{{3, 3}, {tuple}, 11, 0};
  EXPECT_EQ(shape.entries(tuple), 8 * (31'431'374 + 1));
  const TableIndex<BasicBoard<3, 3>> index{tuple, 11};
  const auto first_entry = [&](const BasicBoard<3, 3>& board) {
    const auto entries = index(pair_images<BasicBoard<3, 3>>(board.nibbles()));
    for (int image = 1; image < 8; ++image) EXPECT_EQ(entries[image], entries[0] + static_cast<std::uint64_t>(image));
    EXPECT_LT(entries[7], shape.entries(tuple));
    return std::uint64_t{entries[0]};
  };
  std::map<std::uint64_t, std::uint64_t> board_of_entry;
  for (const auto& afterstate : played_afterstates()) {
    const auto entry = first_entry(afterstate);
    for (const auto& image : symmetric_images(afterstate)) EXPECT_EQ(first_entry(image), entry);
    const auto [known, is_new] = board_of_entry.emplace(entry, canonical(afterstate).nibbles());
    EXPECT_EQ(known->second, canonical(afterstate).nibbles());
  }
  EXPECT_GT(board_of_entry.size(), 1000U);
}

TEST(PairImages, CanBeTakenBack) {
  for (std::uint64_t number = 0; number < 1000; ++number) {
    const auto nibbles = random_board<BasicBoard<4, 4>>(number, 15, 6).nibbles();
    EXPECT_EQ(nibbles_of_pair_word(pair_word(nibbles)), nibbles);
  }
}

TEST(Network, GivesSymmetricBoardsOneValue) {
  const NetworkShape shape{{4, 4}, parse_tuples("0123 0145 569a", {4, 4}), 16, 320};
  NTupleNetwork<BasicBoard<4, 4>, ValueWeight> network{shape};
  std::uint64_t n = 0;
  for (auto& weight : network.weights()) weight.value.store(static_cast<float>(++n % 1000));  // sums are exact
  for (std::uint64_t number = 0; number < 200; ++number) {
    const auto board = random_board<BasicBoard<4, 4>>(number, 15, 5);
    for (const auto& image : symmetric_images(board)) EXPECT_EQ(network.value(image), network.value(board));
  }
}

TEST(Network, ReadsTilesBeyondItsRangeAsTheLargestItKnows) {
  NTupleNetwork<BasicBoard<4, 4>, ValueWeight> network{{{4, 4}, parse_tuples("0123", {4, 4}), 12, 0}};
  std::uint64_t n = 0;
  for (auto& weight : network.weights()) weight.value.store(static_cast<float>(++n));
  for (int exponent = 12; exponent <= 17; ++exponent) {
    BasicBoard<4, 4> known;
    BasicBoard<4, 4> beyond;
    known.set_exponent(2, 11);
    known.set_exponent(3, 5);
    beyond.set_exponent(2, exponent);
    beyond.set_exponent(3, 5);
    EXPECT_EQ(network.value(beyond), network.value(known));
  }
}

TEST(Network, StartsAtItsInitialValueWithoutTouchingMemory) {
  const NetworkShape shape{{4, 4}, parse_tuples("jaskowski-42-33-4-22-3", {4, 4}), 16, 320'000};
  const NTupleNetwork<BasicBoard<4, 4>, CoherenceWeight> network{shape};
  EXPECT_EQ(network.value(random_board<BasicBoard<4, 4>>(1, 10, 5)), 320'000);
}

}  // namespace
}  // namespace afterstate
