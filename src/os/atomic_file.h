// Files that are written completely or not at all.
#pragma once

#include <cstdio>
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
  [[noreturn]] void fail(const char* what) const;

  std::string path_;
  std::string temporary_;  ///< empty if the path is written directly
  std::FILE* file_ = nullptr;
};

}  // namespace afterstate
