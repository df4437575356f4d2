#include "arena/chances.h"

#include <gtest/gtest.h>

#include "engine/builtin_players.h"
#include "game/notation.h"

namespace afterstate {
namespace {

Branch branch(const char* text, Direction move) { return {packed(parse_board<BasicBoard<4, 4>>(text)), move}; }

TEST(Chances, AreSharesOfGamesThatWerePlayedOn) {
  const auto engine = builtin_engine("greedy");
  const std::vector<Branch> branches{
      branch("2048 2048 2 4/8 16 32 64/2 4 8 16/32 64 128 256", Direction::left),  // makes the 4096
      branch("2048 4 8 16/2 4 8 16/32 64 128 256/2 4 0 2", Direction::left),       // has the 2048
      branch("1024 1024 8 2/2 4 8 16/32 64 128 256/2 4 16 2", Direction::right),   // merges to 2048
      branch("2 0 0 0/0 0 0 0/0 0 0 0/0 0 0 2", Direction::left)};
  ChancesPlan plan{.games = 50, .threads = 1};
  const auto chances = chances_of(branches, *engine, plan);
  ASSERT_EQ(chances.size(), branches.size());
  for (const auto& one : chances) EXPECT_EQ(one.games, 50U);
  EXPECT_EQ(chances[0].share(1)->value, 1);
  EXPECT_EQ(chances[1].share(0)->value, 1);
  EXPECT_LT(chances[1].share(1)->value, 0.5);
  EXPECT_EQ(chances[2].share(0)->value, 1);
  EXPECT_LT(chances[3].share(0)->value, 0.1);
  EXPECT_GT(chances[3].share(0)->high, 0);
  plan.threads = 2;
  const auto together = chances_of(branches, *engine, plan);
  for (std::size_t n = 0; n < branches.size(); ++n) EXPECT_EQ(together[n].reached, chances[n].reached);
}

TEST(Chances, AreUnknownIfThereIsNoTimeOrNoRoom) {
  const auto engine = builtin_engine("greedy");
  const std::vector<Branch> one{branch("2 0 0 0/0 0 0 0/0 0 0 0/0 0 0 2", Direction::left)};
  const auto hurried = chances_of(one, *engine, {.time = std::chrono::milliseconds{0}});
  EXPECT_FALSE(hurried.front().share(0).has_value());
  EXPECT_TRUE(chances_of(one, *engine, {.size = {3, 3}}).empty()) << "a 3x3 board cannot hold a 2048";
  EXPECT_TRUE(chances_of({}, *engine, {}).empty());
}

}  // namespace
}  // namespace afterstate
