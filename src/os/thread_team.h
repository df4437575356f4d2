// A fixed set of threads for many short parallel tasks in a row.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace afterstate {

class ThreadTeam {
 public:
  /// `threads` includes the caller of run().
  explicit ThreadTeam(int threads);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  /// The maximum number of threads that take part, numbered from 0.
  int size() const { return static_cast<int>(others_.size()) + 1; }

  /// Runs `work(thread)` on the calling thread and on every other thread that wakes up before the caller is done, and
  /// waits for those that did; rethrows the first exception. A thread that wakes up late on a busy machine is skipped,
  /// so threads must take work from a shared counter; it must not be divided among them beforehand.
  void run(const std::function<void(int)>& work);

  /// Runs `work(begin, end, thread)` for ranges of at most `piece` numbers that together cover 0 to `count` - 1; a
  /// single range runs on the calling thread.
  void share_out(std::size_t count, std::size_t piece,
                 const std::function<void(std::size_t begin, std::size_t end, int thread)>& work);

 private:
  void serve(int thread);
  void do_guarded(const std::function<void(int)>& work, int thread);

  std::mutex mutex_;
  std::condition_variable called_;
  std::condition_variable left_;
  const std::function<void(int)>* work_ = nullptr;  ///< null between runs
  std::uint64_t run_ = 0;
  int inside_ = 0;  ///< other threads at work
  bool ended_ = false;
  std::exception_ptr first_failure_;
  std::vector<std::jthread> others_;
};

}  // namespace afterstate
