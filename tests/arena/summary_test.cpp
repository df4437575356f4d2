#include "arena/summary.h"

#include <gtest/gtest.h>

namespace afterstate {
namespace {

TEST(Summary, CountsGamesThatMadeAtLeastATile) {
  Summary summary;
  summary.add({.score = 100, .moves = 10, .max_exponent = 3});
  summary.add({.score = 300, .moves = 20, .max_exponent = 5});
  summary.add({.score = 200, .moves = 30, .max_exponent = 3});
  EXPECT_EQ(summary.games(), 3U);
  EXPECT_EQ(summary.moves(), 60U);
  EXPECT_EQ(summary.max(), 300U);
  EXPECT_EQ(summary.median(), 200);
  EXPECT_DOUBLE_EQ(summary.mean().value, 200);
  const auto tiles = summary.tiles();
  ASSERT_EQ(tiles.size(), 5U);
  EXPECT_DOUBLE_EQ(tiles.at(2).value, 1);
  EXPECT_DOUBLE_EQ(tiles.at(8).value, 1);
  EXPECT_DOUBLE_EQ(tiles.at(16).value, 1.0 / 3);
  EXPECT_DOUBLE_EQ(tiles.at(32).value, 1.0 / 3);
}

TEST(Summary, CountsTheLargestTile) {
  Summary summary;
  summary.add({.score = 3'000'000, .moves = 65'000, .max_exponent = 17});
  EXPECT_EQ(summary.tiles().rbegin()->first, 131072U);
}

}  // namespace
}  // namespace afterstate
