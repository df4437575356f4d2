#include "os/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <latch>

namespace afterstate {
namespace {

TEST(ThreadPool, RunsEveryJob) {
  std::atomic<int> ran = 0;
  std::latch all{300};
  ThreadPool<int> pool{2, 10'000};
  for (int n = 0; n < 300; ++n)
    EXPECT_TRUE(pool.offer(n % 3, [&] {
      ++ran;
      all.count_down();
    }));
  all.wait();
  EXPECT_EQ(ran, 300);
}

TEST(ThreadPool, StartsAJobOfAnotherClientAtOnce) {
  std::promise<void> enough;
  const auto until_enough = enough.get_future().share();
  std::latch done{4};
  ThreadPool<int> pool{2, 16};
  for (int n = 0; n < 4; ++n)
    EXPECT_TRUE(pool.offer(1, [&] {
      until_enough.wait();
      done.count_down();
    }));
  std::promise<void> answered;
  EXPECT_TRUE(pool.offer(2, [&] { answered.set_value(); }));
  EXPECT_EQ(answered.get_future().wait_for(std::chrono::seconds{20}), std::future_status::ready);
  enough.set_value();
  done.wait();
}

TEST(ThreadPool, LimitsTheJobsThatWait) {
  std::promise<void> enough;
  const auto until_enough = enough.get_future().share();
  std::latch started{1};
  ThreadPool<int> pool{1, 16};
  EXPECT_TRUE(pool.offer(1, [&] {
    started.count_down();
    until_enough.wait();
  }));
  started.wait();
  int waiting = 0;
  while (pool.offer(1, [] {})) ++waiting;
  EXPECT_EQ(waiting, 8) << "half of the places";
  std::latch other{1};
  EXPECT_TRUE(pool.offer(2, [&] { other.count_down(); }));
  other.wait();
  enough.set_value();
}

}  // namespace
}  // namespace afterstate
