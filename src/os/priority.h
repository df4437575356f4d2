// Priorities of threads.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

namespace afterstate {

/// Gives the calling thread the lowest priority.
inline void take_lowest_priority() { ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), 19); }

}  // namespace afterstate
