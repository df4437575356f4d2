#include "os/thread_team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "support.h"

namespace afterstate {
namespace {

TEST(ThreadTeam, DoesEveryPieceOnce) {
  ThreadTeam team{4};
  EXPECT_EQ(team.size(), 4);
  for (std::uint64_t round = 0; round < scaled(2'000); ++round) {
    const auto count = static_cast<std::size_t>(round % 100);
    std::vector<std::atomic<int>> done(count);
    team.share_out(count, 1 + round % 7, [&](std::size_t begin, std::size_t end, int thread) {
      EXPECT_LT(thread, 4);
      for (auto n = begin; n < end; ++n) ++done[n];
    });
    for (const auto& times : done) ASSERT_EQ(times, 1);
  }
}

TEST(ThreadTeam, ComesTogether) {
  ThreadTeam team{3};
  std::atomic<int> inside{0};
  team.run([&](int) {
    ++inside;
    for (int tries = 0; inside < 3 && tries < 20'000'000; ++tries) {
    }
  });
  EXPECT_EQ(inside, 3);
}

TEST(ThreadTeam, HandsOnAnExceptionAndGoesOn) {
  ThreadTeam team{2};
  EXPECT_THROW(team.share_out(100, 1,
                              [](std::size_t begin, std::size_t, int) {
                                if (begin == 50) throw std::runtime_error{"fifty"};
                              }),
               std::runtime_error);
  std::atomic<std::size_t> sum{0};
  team.share_out(100, 1, [&](std::size_t begin, std::size_t, int) { sum += begin; });
  EXPECT_EQ(sum, 4'950U);
}

TEST(ThreadTeam, OfOneIsThisThread) {
  ThreadTeam team{1};
  int runs = 0;
  team.run([&](int thread) { runs += thread == 0 ? 1 : 100; });
  EXPECT_EQ(runs, 1);
}

}  // namespace
}  // namespace afterstate
