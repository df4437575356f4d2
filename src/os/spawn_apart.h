// Starts a process that outlives this one.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace afterstate {

/// Runs this program with other arguments, in its own session, with stdout and stderr in two new files. No stop signal
/// is lost: they are blocked from the start and stay pending until the process handles them (stop_on_signals). Throws
/// Failure.
pid_t spawn_apart(std::vector<std::string> words, const std::filesystem::path& output,
                  const std::filesystem::path& errors);

}  // namespace afterstate
