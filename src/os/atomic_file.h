// Files that survive a crash: written completely or not at all, and on disk when the call returns.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace afterstate {

/// Writes to a temporary file next to the path and renames it to the path on commit(); without commit() it is deleted.
/// A path that is not a regular file (a pipe, /dev/null) is written directly; a symbolic link is followed.
class AtomicFile {
 public:
  /// Throws UserError if the file cannot be created.
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Throws Failure if the disk is full.
  void write(std::string_view bytes);

  /// When this returns, the file is on disk under its name. Throws Failure if that fails.
  void commit();

 private:
  void flush();
  [[noreturn]] void fail(const char* what) const;

  std::string path_;
  std::string temporary_;  ///< empty if the path is written directly
  std::string buffer_;     ///< not yet written
  int descriptor_ = -1;
};

/// Adds text to the end of a regular file, which is created if necessary. When this returns, it is on disk. Throws
/// Failure.
void append_to_file(const std::filesystem::path& path, std::string_view text);

/// Shortens a file. When this returns, that is on disk. Throws Failure.
void cut_file(const std::filesystem::path& path, std::uint64_t length);

/// Puts the names in a folder on disk: files that were created, renamed or deleted. Throws Failure.
void sync_folder(const std::filesystem::path& folder);

/// Writes all bytes at the current position of a descriptor; false, with errno, if that fails.
bool write_fully(int descriptor, std::string_view bytes);

}  // namespace afterstate
