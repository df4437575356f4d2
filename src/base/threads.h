// Running the same work on several threads.
#pragma once

#include <functional>

namespace afterstate {

/// All cores for 0, else the number itself.
int thread_count(int wanted);

/// Runs `work(thread)` on so many threads, or as many as the machine gives, and waits for all; rethrows the first
/// exception. Work must therefore be taken, not dealt out.
void run_on_threads(int threads, const std::function<void(int)>& work);

}  // namespace afterstate
