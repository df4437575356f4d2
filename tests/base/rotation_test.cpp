#include "base/rotation.h"

#include <gtest/gtest.h>

#include <string>

namespace afterstate {
namespace {

TEST(Rotation, TakesOneOfEachClientInTurn) {
  Rotation<char, int> items;
  for (int n = 1; n <= 4; ++n) items.push('a', n);
  for (int n = 1; n <= 2; ++n) items.push('b', n);
  std::string order;
  const auto take = [&] {
    const auto taken = items.take();
    order += taken->first + std::to_string(taken->second) + " ";
  };
  for (int n = 0; n < 3; ++n) take();
  items.push('c', 1);
  for (int n = 0; n < 4; ++n) take();
  EXPECT_EQ(order, "a1 b1 a2 b2 a3 c1 a4 ");
  EXPECT_TRUE(items.empty());
  EXPECT_FALSE(items.take());
}

TEST(Rotation, PassesOverClientsThatMayNotHaveATurn) {
  Rotation<char, int> items;
  items.push('a', 1);
  items.push('b', 2);
  EXPECT_EQ(items.take([](char client) { return client == 'b'; })->second, 2);
  EXPECT_FALSE(items.take([](char client) { return client == 'b'; }));
  EXPECT_EQ(items.take()->second, 1);
}

}  // namespace
}  // namespace afterstate
