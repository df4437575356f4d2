// The stage of a board, computed by vector sums, against the slow implementation and against boards checked by hand.
#include <gtest/gtest.h>

#include <initializer_list>

#include "learn/slow_network.h"
#include "network/stage_reader.h"
#include "support.h"

namespace afterstate {
namespace {

/// A board with these tiles, placed from its last cell backwards, so that none lies where a reader may look first.
BasicBoard<4, 4> with_tiles(std::initializer_list<int> exponents) {
  BasicBoard<4, 4> board;
  int cell = 15;
  for (const int exponent : exponents) board.set_exponent(cell--, exponent);
  return board;
}

struct Read {
  BasicBoard<4, 4> board;
  int stage;
};

template <class Board>
void expect_equal_on_random_boards(const Staging& staging, int fill) {
  const StageReader<Board> stage{staging};
  const int largest = std::min(staging.bits > 0 ? 15 : 17, largest_exponent(Board::cells));
  for (std::uint64_t number = 0; number < scaled(1000); ++number)
    for (const int highest : {largest, (largest + 1) / 2}) {
      const auto board = random_board<Board>(number, highest, fill);
      ASSERT_EQ(stage(board), slow_stage_of(staging, board)) << name_of(staging) << ", board " << number;
    }
}

TEST(Stages, AreABinaryNumberOfTheLargestTilesADuplicateStandingForTheNextSmaller) {
  const std::vector<Read> boards{{{}, 0},
                                 {with_tiles({11, 11, 11, 11, 11}), 0},
                                 {with_tiles({12}), 0b0001},
                                 {with_tiles({13}), 0b0010},
                                 {with_tiles({12, 12}), 0b0001},  // the duplicate falls below the smallest counted tile
                                 {with_tiles({13, 13}), 0b0011},
                                 {with_tiles({13, 12, 13}), 0b0011},
                                 {with_tiles({14}), 0b0100},
                                 {with_tiles({14, 12}), 0b0101},
                                 {with_tiles({14, 14}), 0b0110},
                                 {with_tiles({14, 14, 14}), 0b0111},
                                 {with_tiles({15}), 0b1000},
                                 {with_tiles({1, 2, 3, 15, 4, 11}), 0b1000},
                                 {with_tiles({15, 12}), 0b1001},
                                 {with_tiles({15, 13, 13}), 0b1011},
                                 {with_tiles({15, 15}), 0b1100},
                                 {with_tiles({15, 15, 13}), 0b1110},
                                 {with_tiles({15, 15, 14}), 0b1110},
                                 {with_tiles({15, 15, 15, 15, 15}), 0b1111},
                                 {with_tiles({12, 13, 14, 15}), 0b1111}};
  const auto staging = parse_staging("pow2:4", {4, 4});
  const StageReader<BasicBoard<4, 4>> stage{staging};
  for (std::size_t n = 0; n < boards.size(); ++n) {
    EXPECT_EQ(stage(boards[n].board), boards[n].stage) << "board " << n;
    EXPECT_EQ(slow_stage_of(staging, boards[n].board), boards[n].stage) << "board " << n;
  }
}

TEST(Stages, FollowTheLastEventThatHasPassed) {
  const std::vector<Read> boards{{{}, 0},
                                 {with_tiles({13, 12, 12}), 0},
                                 {with_tiles({14}), 1},
                                 {with_tiles({13, 13}), 1},  // merge into the tile of the event
                                 {with_tiles({14, 12, 12}), 1},
                                 {with_tiles({14, 13}), 2},
                                 {with_tiles({14, 14}), 2},  // the 8192 was there earlier
                                 {with_tiles({13, 13, 13}), 2},
                                 {with_tiles({15}), 3},
                                 {with_tiles({15, 14}), 3},
                                 {with_tiles({16}), 3}};
  const Staging staging{{{13, 16384}, {13, 24576}, {15, 32768}}};
  const StageReader<BasicBoard<4, 4>> stage{staging};
  for (std::size_t n = 0; n < boards.size(); ++n) {
    EXPECT_EQ(stage(boards[n].board), boards[n].stage) << "board " << n;
    EXPECT_EQ(slow_stage_of(staging, boards[n].board), boards[n].stage) << "board " << n;
  }
}

TEST(Stages, EqualTheSlowReadingOnRandomBoards) {
  for (const auto& named : named_stagings()) {
    expect_equal_on_random_boards<BasicBoard<4, 4>>(parse_staging(named.name, {4, 4}), 2);
    expect_equal_on_random_boards<BasicBoard<4, 4>>(parse_staging(named.name, {4, 4}), 7);
  }
  for (int bits = 1; bits <= 8; ++bits) {
    const Staging staging{{}, bits};
    expect_equal_on_random_boards<BasicBoard<4, 4>>(staging, 2);
    expect_equal_on_random_boards<BasicBoard<4, 4>>(staging, 7);
    expect_equal_on_random_boards<BasicBoard<3, 4>>(staging, 4);
    expect_equal_on_random_boards<BasicBoard<3, 3>>(staging, 7);
  }
  for (const auto* const events : {"16", "turn:9 32 32+8", "64 64+32 64+32+16 64+32+16+8", "4 8 16 32 64"}) {
    expect_equal_on_random_boards<BasicBoard<2, 3>>(parse_staging(events, {2, 3}), 6);
    expect_equal_on_random_boards<BasicBoard<3, 3>>(parse_staging(events, {3, 3}), 4);
  }
}

}  // namespace
}  // namespace afterstate
