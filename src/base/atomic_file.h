// Files that are there whole or not at all.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace afterstate {

/// Writes to a temporary name beside the path and takes the path's place on commit(); without it nothing is left. A
/// path that is not a regular file (a pipe, /dev/null) is written as it is; a link is followed.
class AtomicFile {
 public:
  /// Throws UserError where the file cannot be made.
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Throws Failure where the disk is full.
  void write(std::string_view bytes);

  /// On the disk under its name when this returns; throws Failure where that fails.
  void commit();

 private:
  [[noreturn]] void fail(const char* what) const;

  std::string path_;
  std::string temporary_;  ///< empty where the path is written as it is
  std::FILE* file_ = nullptr;
};

}  // namespace afterstate
