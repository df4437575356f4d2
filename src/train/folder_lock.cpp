#include "train/folder_lock.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

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

/// The words of the command line of a process; none if it is gone.
std::vector<std::string> words_of(pid_t process) {
  std::ifstream file{fmt::format("/proc/{}/cmdline", process), std::ios::binary};
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return words;
}

/// Whether one of the folders contains the other, or is the same.
bool is_within(const std::filesystem::path& folder, const std::filesystem::path& outer) {
  std::error_code gone;
  for (auto path = std::filesystem::canonical(folder, gone); !gone && path.has_relative_path();
       path = path.parent_path())
    if (std::filesystem::equivalent(path, outer, gone)) return true;
  return false;
}

}  // namespace

bool trains_in(pid_t process, const std::filesystem::path& folder) {
  const auto words = words_of(process);
  if (words.size() < 2 || words[1] != "train" || std::filesystem::path{words[0]}.filename() != "afterstate")
    return false;
  constexpr std::string_view option = "--out";
  const auto directory = std::filesystem::path{fmt::format("/proc/{}/cwd", process)};
  for (std::size_t n = 2; n < words.size(); ++n) {
    if (words[n] == option && n + 1 < words.size()) return is_within(folder, directory / words[n + 1]);
    if (words[n].starts_with(fmt::format("{}=", option)))
      return is_within(folder, directory / words[n].substr(option.size() + 1));
  }
  return false;
}

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
    if (kind == "FLOCK" && file.ends_with(fmt::format(":{}", status.st_ino)) && has_open(process, status) &&
        trains_in(process, folder))
      return process;
  }
  return std::nullopt;
}

}  // namespace afterstate
