#include "base/bits.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace afterstate {
namespace {

TEST(Bits, NthSetBitEqualsItsPortableTwin) {
  for (std::uint64_t n = 0; n < 100'000; ++n) {
    const auto random = random_block(1, n, 0, 0);
    const auto mask = n % 2 == 0 ? random.first : random.first & random.second & random.first >> 1;
    for (int bit = 0; bit < std::popcount(mask); bit += 7)
      ASSERT_EQ(nth_set_bit(mask, bit), nth_set_bit_portable(mask, bit));
  }
}

TEST(Bits, NthSetBitCountsFromBelow) {
  EXPECT_EQ(nth_set_bit(0b1011'0100, 0), 2);
  EXPECT_EQ(nth_set_bit(0b1011'0100, 3), 7);
  EXPECT_EQ(nth_set_bit(1ULL << 63, 0), 63);
}

TEST(Bits, ScaleStaysBelowItsBound) {
  EXPECT_EQ(scale_to(0, 7), 0U);
  EXPECT_EQ(scale_to(UINT64_MAX, 7), 6U);
  EXPECT_EQ(scale_to(UINT64_MAX / 2, 10), 4U);
}

}  // namespace
}  // namespace afterstate
