#include "os/threads.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace afterstate {

int thread_count(int wanted) {
  return wanted > 0 ? wanted : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void run_on_threads(int threads, const std::function<void(int)>& work) {
  std::exception_ptr first;
  std::mutex mutex;
  const auto guarded = [&](int thread) {
    try {
      work(thread);
    } catch (...) {
      const std::scoped_lock lock{mutex};
      if (!first) first = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    bool more = true;
    for (int thread = 1; thread < threads && more; ++thread) {
      try {
        others.emplace_back(guarded, thread);
      } catch (const std::system_error&) {
        more = false;  // the system allows no more threads: continue with those that run
      }
    }
    guarded(0);
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace afterstate
