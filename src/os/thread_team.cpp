#include "os/thread_team.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <utility>

namespace afterstate {

ThreadTeam::ThreadTeam(int threads) {
  try {
    for (int thread = 1; thread < threads; ++thread) others_.emplace_back([this, thread] { serve(thread); });
  } catch (const std::system_error&) {  // the system allows no more threads: continue with those that exist
  }
}

ThreadTeam::~ThreadTeam() {
  {
    const std::scoped_lock lock{mutex_};
    ended_ = true;
  }
  called_.notify_all();
}

void ThreadTeam::do_guarded(const std::function<void(int)>& work, int thread) {
  try {
    work(thread);
  } catch (...) {
    const std::scoped_lock lock{mutex_};
    if (!first_failure_) first_failure_ = std::current_exception();
  }
}

void ThreadTeam::serve(int thread) {
  std::uint64_t last_run = 0;
  std::unique_lock lock{mutex_};
  for (;;) {
    called_.wait(lock, [&] { return ended_ || (work_ != nullptr && run_ != last_run); });
    if (ended_) return;
    last_run = run_;
    const auto& work = *work_;
    ++inside_;
    lock.unlock();
    do_guarded(work, thread);
    lock.lock();
    if (--inside_ == 0) left_.notify_one();
  }
}

void ThreadTeam::run(const std::function<void(int)>& work) {
  {
    const std::scoped_lock lock{mutex_};
    work_ = &work;
    ++run_;
  }
  called_.notify_all();
  do_guarded(work, 0);
  std::unique_lock lock{mutex_};
  work_ = nullptr;
  left_.wait(lock, [&] { return inside_ == 0; });
  if (first_failure_) std::rethrow_exception(std::exchange(first_failure_, nullptr));
}

void ThreadTeam::share_out(std::size_t count, std::size_t piece,
                           const std::function<void(std::size_t begin, std::size_t end, int thread)>& work) {
  std::atomic<std::size_t> taken{0};
  const auto take_pieces = [&](int thread) {
    for (auto begin = taken.fetch_add(piece); begin < count; begin = taken.fetch_add(piece))
      work(begin, std::min(begin + piece, count), thread);
  };
  if (count <= piece)
    take_pieces(0);
  else
    run(take_pieces);
}

}  // namespace afterstate
