#include "os/sorted_set.h"

#include <gtest/gtest.h>

#include <set>

#include "support.h"

namespace afterstate {
namespace {

TEST(SortedSet, HoldsWhatWasGivenOnce) {
  for (const int threads : {1, 2, 5}) {
    ThreadTeam team{threads};
    SetCollector collector{team};
    for (const std::size_t count : {std::size_t{0}, std::size_t{10}, std::size_t{30'000}}) {
      const auto number = [](std::size_t n) { return random_block(4, n % 20'000, 0, 0).first >> (n % 50); };
      std::set<std::uint64_t> expected;
      for (std::size_t n = 0; n < count; ++n) expected.insert(number(n));
      const auto set = collector.collect(count, [&](std::size_t begin, std::size_t end, auto& found) {
        for (auto n = begin; n < end; ++n) found.add(number(n));
      });
      EXPECT_EQ(set, (std::vector<std::uint64_t>{expected.begin(), expected.end()}));
    }
  }
}

}  // namespace
}  // namespace afterstate
