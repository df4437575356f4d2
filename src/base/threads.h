// Running the same work on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace afterstate {

/// All cores for 0, else the number itself.
int thread_count(int wanted);

/// Runs `work(thread)` on so many threads, or as many as the machine gives, and waits for all; rethrows the first
/// exception. Work must therefore be taken, not dealt out.
void run_on_threads(int threads, const std::function<void(int)>& work);

/// Runs `work(begin, end, thread)` for pieces that together are the numbers from 0 to `count` - 1; a thread that is done
/// with one takes the next. Few numbers stay on one thread.
void share_out(std::size_t count, int threads, const std::function<void(std::size_t, std::size_t, int)>& work);

}  // namespace afterstate
