#include "game/board.h"

#include <gtest/gtest.h>

#include "game/score.h"
#include "support.h"

namespace afterstate {
namespace {

TEST(Board, HoldsEveryExponentInEveryCell) {
  for (int cell = 0; cell < 16; ++cell)
    for (int exponent = 0; exponent <= 17; ++exponent) {
      BasicBoard<4, 4> board = random_board<BasicBoard<4, 4>>(static_cast<std::uint64_t>(cell), 17, 8);
      const auto before = board;
      board.set_exponent(cell, exponent);
      for (int other = 0; other < 16; ++other)
        EXPECT_EQ(board.exponent(other), other == cell ? exponent : before.exponent(other));
    }
}

TEST(Board, IsOneWordWhereTilesBeyond32768CannotBe) {
  static_assert(sizeof(BasicBoard<3, 3>) == 8 && sizeof(BasicBoard<2, 4>) == 8 && sizeof(BasicBoard<4, 4>) == 16);
  static_assert(BasicBoard<4, 4>::wide && BasicBoard<3, 4>::wide && !BasicBoard<3, 3>::wide);
}

TEST(Board, CountsEmptyCellsAndTiles) {
  BasicBoard<4, 4> board;
  EXPECT_EQ(empty_count(board), 16);
  board.set_exponent(0, 16);  // a tile beyond 32768 is not an empty cell
  board.set_exponent(5, 15);
  board.set_exponent(15, 1);
  EXPECT_EQ(empty_count(board), 13);
  EXPECT_EQ(tile_sum(board), 65536U + 32768U + 2U);
  EXPECT_EQ(progress(board), (65536U + 32768U + 2U) / 2);
  EXPECT_EQ(max_exponent(board), 16);
}

TEST(Board, KnowsWhereLargeTilesAre) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const auto board =
        random_board<BasicBoard<4, 4>>(seed, 1 + static_cast<int>(seed % 17), static_cast<int>(seed % 9));
    const auto small =
        random_board<BasicBoard<2, 3>>(seed, 1 + static_cast<int>(seed % 15), static_cast<int>(seed % 9));
    for (int exponent = 1; exponent <= 15; ++exponent) {
      EXPECT_EQ(has_tile_from(board, exponent), max_exponent(board) >= exponent);
      EXPECT_EQ(has_tile_from(small, exponent), max_exponent(small) >= exponent);
      for (int cell = 0; cell < 16; ++cell)
        EXPECT_EQ(cells_from(board, exponent) >> cell & 1, board.exponent(cell) >= exponent ? 1 : 0);
    }
  }
}

TEST(Board, LargestTileIsOneBeyondTheCells) {
  EXPECT_EQ(largest_exponent(16), 17);
  EXPECT_EQ(largest_exponent(9), 10);
  EXPECT_EQ(largest_exponent(4), 5);
}

TEST(Score, FollowsFromTheBoard) {
  BasicBoard<2, 2> board;
  board.set_exponent(0, 3);  // an 8 from four 2s: 4 + 4 + 8
  EXPECT_EQ(score_from_board(board, 0), 16U);
  EXPECT_EQ(score_from_board(board, 2), 8U);  // from two 4s
  BasicBoard<4, 4> largest;
  largest.set_exponent(0, 17);
  EXPECT_EQ(score_from_board(largest, 0), 16U * 131072U);
}

}  // namespace
}  // namespace afterstate
