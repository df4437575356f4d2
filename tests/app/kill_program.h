// Kills the program in the middle of its work.
#pragma once

#include <csignal>
#include <filesystem>

#include "app/program.h"

namespace afterstate {

/// Runs the program until a file that it writes has more than `bytes` bytes, and kills it.
inline void kill_when_larger(const TemporaryFolder& folder, const std::vector<std::string>& words,
                             const std::string& file, std::uintmax_t bytes) {
  Running running{folder, words};
  ASSERT_TRUE(comes_true([&] {
    std::error_code none;
    const auto now = std::filesystem::file_size(file, none);
    return !none && now > bytes;
  }));
  running.end_by(SIGKILL);
  ASSERT_TRUE(std::filesystem::exists(file));
}

}  // namespace afterstate
