// Runs the same work on several threads.
#pragma once

#include <functional>

namespace afterstate {

/// `wanted`, or the number of cores if it is 0.
int thread_count(int wanted);

/// Runs `work(thread)` on `threads` threads, or on fewer if the system allows no more, and waits for all; rethrows the
/// first exception. Threads must therefore take work from a shared counter; it must not be divided among them
/// beforehand.
void run_on_threads(int threads, const std::function<void(int)>& work);

}  // namespace afterstate
