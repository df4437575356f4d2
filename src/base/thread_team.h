// Threads that stay, for many short pieces of work one after another.
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
  /// The caller of run() is one of them.
  explicit ThreadTeam(int threads);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  /// How many threads may come, numbered from 0.
  int size() const { return static_cast<int>(others_.size()) + 1; }

  /// Runs `work(thread)` here and on every thread that comes before it is done here, and waits for those that came;
  /// rethrows the first exception. Who is late on a busy machine is not waited for, so work must be taken, not dealt
  /// out.
  void run(const std::function<void(int)>& work);

  /// Runs `work(begin, end, thread)` for pieces that together are the numbers from 0 to `count` - 1; few numbers stay
  /// here.
  void share_out(std::size_t count, std::size_t piece,
                 const std::function<void(std::size_t begin, std::size_t end, int thread)>& work);

 private:
  void serve(int thread);
  void do_guarded(const std::function<void(int)>& work, int thread);

  std::mutex mutex_;
  std::condition_variable called_;
  std::condition_variable left_;
  const std::function<void(int)>* work_ = nullptr;  ///< none between runs
  std::uint64_t run_ = 0;
  int inside_ = 0;  ///< others at work
  bool ended_ = false;
  std::exception_ptr first_failure_;
  std::vector<std::jthread> others_;
};

}  // namespace afterstate
