#include "os/threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

namespace afterstate {
namespace {

TEST(Threads, EachRunsOnce) {
  std::atomic<int> sum{0};
  run_on_threads(5, [&](int thread) { sum += 1 << thread; });
  EXPECT_EQ(sum, 31);
}

TEST(Threads, HandOnTheirException) {
  EXPECT_THROW(run_on_threads(3,
                              [](int thread) {
                                if (thread == 2) throw std::runtime_error{"two"};
                              }),
               std::runtime_error);
}

TEST(Threads, ZeroMeansAllCores) {
  EXPECT_GE(thread_count(0), 1);
  EXPECT_EQ(thread_count(7), 7);
}

}  // namespace
}  // namespace afterstate
