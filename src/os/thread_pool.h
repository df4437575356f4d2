// A thread pool that is fair to its clients: jobs are taken in rotation between them, none of them can fill the queue,
// and none of them can occupy all threads.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "base/rotation.h"
#include "base/shares.h"

namespace afterstate {

template <class Owner>
class ThreadPool {
 public:
  /// At most `threads` jobs of one client run at once. There is one thread more, so that a job of another client starts
  /// without waiting for them. One client alone may have half of `max_waiting`.
  ThreadPool(int threads, std::size_t max_waiting) : max_running_(threads), places_(max_waiting) {
    for (int thread = 0; thread <= threads; ++thread) threads_.emplace_back([this] { work(); });
  }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  /// Waits for the running jobs; waiting jobs are dropped.
  ~ThreadPool() {
    Jobs dropped;  // destroyed after the lock is released, because that may take long
    const std::scoped_lock lock{mutex_};
    std::swap(dropped, jobs_);
    closed_ = true;
    changed_.notify_all();
  }

  /// False if too many jobs are waiting. A job must not throw.
  bool offer(const Owner& client, std::function<void()> job) {
    const std::scoped_lock lock{mutex_};
    if (closed_ || !places_.take(client)) return false;
    jobs_.push(client, std::move(job));
    changed_.notify_one();
    return true;
  }

 private:
  using Jobs = Rotation<Owner, std::function<void()>>;

  void work() {
    std::unique_lock lock{mutex_};
    while (!closed_) {
      auto taken = jobs_.take([&](const Owner& client) {
        const auto running = running_.find(client);
        return running == running_.end() || running->second < max_running_;
      });
      if (!taken) {
        changed_.wait(lock);
        continue;
      }
      const auto client = taken->first;
      places_.give_back(client);
      ++running_[client];
      lock.unlock();
      taken->second();
      taken.reset();  // a job may own much, and is destroyed without the lock
      lock.lock();
      if (--running_[client] == 0) running_.erase(client);
      // This thread may take the job of another client next; then another thread can run one of this client.
      if (!jobs_.empty()) changed_.notify_one();
    }
  }

  int max_running_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Jobs jobs_;
  Shares<Owner> places_;          ///< of waiting jobs
  std::map<Owner, int> running_;  ///< only clients with running jobs
  bool closed_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace afterstate
