#include "base/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support.h"

namespace afterstate {
namespace {

TEST(Statistics, MeanAndItsInterval) {
  const std::vector<std::uint32_t> values{2, 4, 4, 4, 5, 5, 7, 9};
  const auto mean = mean_of(values);
  EXPECT_DOUBLE_EQ(mean.value, 5);
  EXPECT_NEAR(mean.ci95, 1.959964 * 2.138090 / 2.828427, 1e-5);  // sample standard deviation / sqrt(8)
  EXPECT_TRUE(std::isnan(mean_of(std::vector<std::uint32_t>{7}).ci95));
}

TEST(Statistics, ShareHasWilsonsInterval) {
  const auto half = share_of(5000, 10'000);
  EXPECT_DOUBLE_EQ(half.value, 0.5);
  EXPECT_NEAR(half.ci95, 0.0098, 1e-4);
  EXPECT_NEAR(share_of(100, 100).ci95, 0.0370, 1e-4);  // Wilson: from 96.30 % to 100 %
  EXPECT_NEAR(share_of(0, 100).ci95, 0.0370, 1e-4);
  EXPECT_NEAR(half.low, 0.4902, 1e-4);
  EXPECT_NEAR(half.high, 0.5098, 1e-4);
  EXPECT_NEAR(share_of(100, 100).low, 0.9630, 1e-4);
  EXPECT_NEAR(share_of(0, 100).high, 0.0370, 1e-4);
  for (std::uint64_t total = 1; total < 300; ++total) {
    EXPECT_EQ(share_of(total, total).high, 1);
    EXPECT_EQ(share_of(0, total).low, 0);
    EXPECT_LT(share_of(total, total).low, 1);
  }
}

TEST(Statistics, Median) {
  EXPECT_EQ(median_of(std::vector{3, 1, 2}), 2);
  EXPECT_EQ(median_of(std::vector{4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median_of(std::vector{0.5}), 0.5);
}

TEST(Statistics, RunningMeanIsThatOfAllValues) {
  const std::vector<std::uint32_t> values{2, 4, 4, 4, 5, 5, 7, 9};
  RunningMean running;
  for (const auto value : values) running.add(value);
  EXPECT_EQ(running.count(), 8U);
  EXPECT_DOUBLE_EQ(running.estimate().value, mean_of(values).value);
  EXPECT_DOUBLE_EQ(running.estimate().ci95, mean_of(values).ci95);
  EXPECT_GT(running.always_valid().ci95, running.estimate().ci95);
  EXPECT_EQ(running.always_valid(8).ci95, running.always_valid().ci95);
  EXPECT_LT(running.always_valid(800).ci95, running.always_valid().ci95 / 5);
}

/// How often an interval ever excludes the true mean, 1, of skewed values such as scores, from 30 values on.
TEST(Statistics, AlwaysValidIntervalsHoldAtEveryMoment) {
  const int runs = static_cast<int>(scaled(400));
  int always = 0;
  int fixed = 0;
  for (int run = 0; run < runs; ++run) {
    RunningMean mean;
    bool out = false;
    bool fixed_out = false;
    for (std::uint64_t n = 0; n < 2000; ++n) {
      const auto random = random_block(17, static_cast<std::uint64_t>(run), static_cast<std::uint32_t>(n), 0);
      mean.add(-std::log(1 - uniform_unit(random.first)));
      if (mean.count() < 30) continue;
      out = out || std::fabs(mean.mean() - 1) > mean.always_valid().ci95;
      fixed_out = fixed_out || std::fabs(mean.mean() - 1) > mean.estimate().ci95;
    }
    always += out ? 1 : 0;
    fixed += fixed_out ? 1 : 0;
  }
  EXPECT_LT(always, 0.05 * runs + 3 * std::sqrt(0.05 * 0.95 * runs));
  EXPECT_GT(fixed, 0.15 * runs);  // the normal interval does not hold if it is checked repeatedly
}

TEST(Statistics, StudentsIntervalIsThatOfTheTables) {
  // The 97.5 % quantiles for 1, 2, 4, 9, 29 and 999 degrees of freedom.
  for (const auto& [values, quantile] : {std::pair{2, 12.7062}, std::pair{3, 4.30265}, std::pair{5, 2.77645},
                                         std::pair{10, 2.26216}, std::pair{30, 2.04523}, std::pair{1000, 1.96234}}) {
    RunningMean mean;
    for (int n = 0; n < values; ++n) mean.add(n);
    EXPECT_EQ(mean.student().value, mean.mean());
    EXPECT_NEAR(mean.student().ci95 / std::sqrt(mean.variance() / values), quantile, 1e-4) << values;
  }
  RunningMean one;
  one.add(5);
  EXPECT_EQ(one.student().value, 5);
  EXPECT_TRUE(std::isnan(one.student().ci95));
}

}  // namespace
}  // namespace afterstate
