#include "base/random.h"

#include <gtest/gtest.h>

namespace afterstate {
namespace {

// Known answers published by Random123 for philox4x32-10.
TEST(Random, IsPhilox) {
  auto block = random_block(0, 0, 0, 0);
  EXPECT_EQ(block.first, 0xe169c58d'6627e8d5U);
  EXPECT_EQ(block.second, 0x9b00dbd8'bc57ac4cU);
  block = random_block(UINT64_MAX, UINT64_MAX, UINT32_MAX, UINT32_MAX);
  EXPECT_EQ(block.first, 0x41c83b0e'408f276dU);
  EXPECT_EQ(block.second, 0x6d5451fd'a20bc7c6U);
  block = random_block(0x299f31d0'a4093822U, 0x85a308d3'243f6a88U, 0x13198a2e, 0x03707344);
  EXPECT_EQ(block.first, 0x94fdcceb'd16cfe09U);
  EXPECT_EQ(block.second, 0x24126ea1'5001e420U);
}

TEST(Random, UnitNeverReachesOne) {
  EXPECT_EQ(uniform_unit(0), 0.0);
  EXPECT_LT(uniform_unit(UINT64_MAX), 1.0);
  EXPECT_FALSE(uniform_unit(0) < 0.0);
}

}  // namespace
}  // namespace afterstate
