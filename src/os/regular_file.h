// Reading files that somebody else may have put there: nothing here blocks, follows a link, or takes more memory than
// the caller allows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace afterstate {

/// A regular file, opened for reading.
class RegularFile {
 public:
  /// Nothing if the path is not a regular file that can be read; links, pipes and devices are none.
  static std::optional<RegularFile> open(const std::filesystem::path& path);

  ~RegularFile();
  RegularFile(RegularFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}
  RegularFile& operator=(RegularFile&&) = delete;

  /// When it was opened.
  std::uint64_t size() const { return size_; }

  /// At most `count` bytes from `offset` on; fewer at the end of the file or if they cannot be read.
  std::string read(std::uint64_t offset, std::size_t count) const;

 private:
  RegularFile(int descriptor, std::uint64_t size) : descriptor_(descriptor), size_(size) {}

  int descriptor_;
  std::uint64_t size_;
};

/// The first `max` bytes of a regular file; empty if there is none.
std::string first_bytes(const std::filesystem::path& path, std::size_t max);

/// The last `max` bytes of a regular file; empty if there is none.
std::string last_bytes(const std::filesystem::path& path, std::size_t max);

/// Limits for a file of lines.
struct LineLimits {
  std::uint64_t bytes;  ///< of the whole file; what follows is not read
  std::size_t line;     ///< the longest line
};

/// Where for_each_line() stopped.
struct LinesRead {
  std::uint64_t bytes = 0;  ///< of the lines that were visited, line ends included
  bool line_too_long = false;
};

/// Calls `visit(line)` for every complete line, without its line end, until it returns false, a line is too long or a
/// limit is reached. One line is in memory at a time.
LinesRead for_each_line(const RegularFile& file, const LineLimits& limits,
                        const std::function<bool(const std::string& line)>& visit);

}  // namespace afterstate
