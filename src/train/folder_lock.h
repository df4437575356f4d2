// Finds the process that trains in a folder.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>

namespace afterstate {

/// The process `afterstate train` that holds an flock() on the folder according to /proc/locks. Takes no lock itself.
/// Other processes that hold one are none of ours: they do not count, and must not be signalled.
std::optional<pid_t> lock_holder(const std::filesystem::path& folder);

/// Whether the process is `afterstate train --out DIR`, where DIR is the folder or contains it.
bool trains_in(pid_t process, const std::filesystem::path& folder);

}  // namespace afterstate
