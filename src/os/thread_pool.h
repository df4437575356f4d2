// A thread pool: jobs run in the order of arrival, and at most `max_waiting` of them wait.
#pragma once

#include <functional>
#include <thread>
#include <vector>

#include "os/waiting_queue.h"

namespace afterstate {

class ThreadPool {
 public:
  ThreadPool(int threads, std::size_t max_waiting) : jobs_(max_waiting) {
    for (int thread = 0; thread < threads; ++thread)
      threads_.emplace_back([this] {
        while (const auto job = jobs_.take()) (*job)();
      });
  }
  /// Waits for the running jobs; waiting jobs are dropped.
  ~ThreadPool() { jobs_.abandon(); }

  /// False if too many jobs are waiting. A job must not throw.
  bool offer(std::function<void()> job) { return jobs_.offer(job); }

 private:
  WaitingQueue<std::function<void()>> jobs_;
  std::vector<std::jthread> threads_;
};

}  // namespace afterstate
