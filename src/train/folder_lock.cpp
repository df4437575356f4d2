#include "train/folder_lock.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>
#include <string>

namespace afterstate {

namespace {

/// Whether the process has the folder open. The numbers in /proc/locks are not enough: layered file systems do not
/// always report those of the kernel.
bool has_open(pid_t process, const struct stat& folder) {
  std::error_code gone;
  for (const auto& entry : std::filesystem::directory_iterator{fmt::format("/proc/{}/fd", process), gone}) {
    struct stat file{};
    if (::stat(entry.path().c_str(), &file) == 0 && file.st_dev == folder.st_dev && file.st_ino == folder.st_ino)
      return true;
  }
  return false;
}

}  // namespace

std::optional<pid_t> lock_holder(const std::filesystem::path& folder) {
  struct stat status{};
  if (::stat(folder.c_str(), &status) != 0) return std::nullopt;
  std::ifstream locks{"/proc/locks"};
  for (std::string line; std::getline(locks, line);) {
    // number: FLOCK ADVISORY WRITE process device:device:inode start end
    std::istringstream words{line};
    std::string number;
    std::string kind;
    std::string ignored;
    pid_t process = 0;
    std::string file;
    words >> number >> kind >> ignored >> ignored >> process >> file;
    if (kind == "FLOCK" && file.ends_with(fmt::format(":{}", status.st_ino)) && has_open(process, status))
      return process;
  }
  return std::nullopt;
}

}  // namespace afterstate
