#include "base/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace afterstate {
namespace {

TEST(Statistics, MeanAndItsInterval) {
  const std::vector<std::uint32_t> values{2, 4, 4, 4, 5, 5, 7, 9};
  const auto mean = mean_of(values);
  EXPECT_DOUBLE_EQ(mean.value, 5);
  EXPECT_NEAR(mean.ci95, 1.959964 * 2.138090 / 2.828427, 1e-5);  // sample deviation over the root of 8
  EXPECT_TRUE(std::isnan(mean_of(std::vector<std::uint32_t>{7}).ci95));
}

TEST(Statistics, ShareHasWilsonsInterval) {
  const auto half = share_of(5000, 10'000);
  EXPECT_DOUBLE_EQ(half.value, 0.5);
  EXPECT_NEAR(half.ci95, 0.0098, 1e-4);
  EXPECT_NEAR(share_of(100, 100).ci95, 0.0370, 1e-4);  // Wilson: from 96.30 % to all
  EXPECT_NEAR(share_of(0, 100).ci95, 0.0370, 1e-4);
}

TEST(Statistics, Median) {
  EXPECT_EQ(median_of(std::vector{3, 1, 2}), 2);
  EXPECT_EQ(median_of(std::vector{4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median_of(std::vector{0.5}), 0.5);
}

}  // namespace
}  // namespace afterstate
