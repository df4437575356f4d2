// Who works in a folder: the process that holds a lock on it.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>

namespace afterstate::app {

/// The process with an flock() on the folder, as the kernel tells; looking takes no lock.
std::optional<pid_t> lock_holder(const std::filesystem::path& folder);

}  // namespace afterstate::app
