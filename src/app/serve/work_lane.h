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
  /// Does what waits, then ends.
  ~WorkLane() { jobs_.close(); }

  /// False where too many wait.
  bool offer(std::function<void()> job) { return jobs_.offer(job); }

 private:
  WaitingQueue<std::function<void()>> jobs_;
  std::vector<std::jthread> threads_;
};

}  // namespace afterstate::app
