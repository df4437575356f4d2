#include "base/shares.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "support.h"

namespace afterstate {
namespace {

int take_all(Shares<int>& shares, int client) {
  int taken = 0;
  while (shares.take(client)) ++taken;
  return taken;
}

TEST(Shares, OneClientGetsHalf) {
  Shares<int> shares{64};
  EXPECT_EQ(take_all(shares, 1), 32);
  EXPECT_TRUE(shares.take(2, 10));
  shares.give_back(2, 10);
  shares.give_back(1);
  EXPECT_TRUE(shares.take(1));
  EXPECT_FALSE(shares.take(1));
  EXPECT_FALSE((Shares<int>{10}.take(1, 6)));
  EXPECT_FALSE((Shares<int>{10}.take(1, SIZE_MAX)));
}

/// Whoever gives something back when others are short ends with an equal share.
TEST(Shares, GreedyClientsComeToEqualShares) {
  constexpr int clients = 3;
  Shares<int> shares{400};
  for (int round = 0; round < 2000; ++round)
    for (int client = 0; client < clients; ++client) {
      shares.give_back(client);
      take_all(shares, client);
    }
  for (int client = 0; client < clients; ++client) EXPECT_NEAR(static_cast<int>(shares.held(client)), 100, 2);
  EXPECT_TRUE(shares.take(clients)) << "something is left for the next";
}

TEST(Shares, NeverExceedsTheCapacity) {
  Shares<int> shares{1000};
  std::vector<std::size_t> held(10);
  for (std::uint64_t n = 0; n < scaled(20'000); ++n) {
    const auto random = random_block(3, n, 0, 0);
    const auto client = uniform_below(random.first, held.size());
    const auto amount = uniform_below(random.second, 60);
    if (n % 3 == 0) {
      shares.give_back(static_cast<int>(client), held[client]);
      held[client] = 0;
    } else if (shares.take(static_cast<int>(client), amount)) {
      held[client] += amount;
    }
    EXPECT_EQ(shares.held(static_cast<int>(client)), held[client]);
    EXPECT_LT(std::accumulate(held.begin(), held.end(), std::size_t{0}), 1000U);
  }
}

}  // namespace
}  // namespace afterstate
