// Starting a process that does not end with this one.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace afterstate::app {

/// Runs this program with other words, in a session of its own and with its output in two files. Signals to stop reach
/// it from the first moment: they wait until it asks for them (stop_on_signals). Throws Failure.
pid_t spawn_apart(std::vector<std::string> words, const std::filesystem::path& output,
                  const std::filesystem::path& errors);

}  // namespace afterstate::app
