// A folder for readers that read files, in memory if the system has such a place, removed at the end of the program.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace afterstate::fuzz {

class ScratchFolder {
 public:
  ScratchFolder() {
    const std::filesystem::path memory{"/dev/shm"};
    const auto base = ::access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
    auto pattern = (base / "afterstate-fuzz-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) std::abort();
    path_ = pattern;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Writes a file and gives its path.
  std::filesystem::path write(const std::string& name, std::string_view bytes) const {
    std::ofstream{path_ / name, std::ios::binary} << bytes;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace afterstate::fuzz
