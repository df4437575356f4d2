// Finds the process that holds a lock on a folder.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>

namespace afterstate {

/// The process that holds an flock() on the folder according to /proc/locks. Takes no lock itself.
std::optional<pid_t> lock_holder(const std::filesystem::path& folder);

}  // namespace afterstate
