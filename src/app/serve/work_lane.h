// Threads that do jobs in the order they came, of which only so many may wait.
#pragma once

#include <functional>
#include <thread>
#include <vector>

#include "base/waiting_queue.h"

namespace afterstate::app {

class WorkLane {
 public:
  WorkLane(int threads, std::size_t most_waiting) : jobs_(most_waiting) {
    for (int thread = 0; thread < threads; ++thread)
      threads_.emplace_back([this] {
        while (const auto job = jobs_.take()) (*job)();
      });
  }
  /// Ends with the jobs at work; those that wait are dropped.
  ~WorkLane() { jobs_.abandon(); }

  /// False where too many wait. A job must not throw.
  bool offer(std::function<void()> job) { return jobs_.offer(job); }

 private:
  WaitingQueue<std::function<void()>> jobs_;
  std::vector<std::jthread> threads_;
};

}  // namespace afterstate::app
