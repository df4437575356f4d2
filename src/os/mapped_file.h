// A file mapped into memory, read-only, that may change while it is mapped.
//
// Reading a mapped page beyond the end of the file raises SIGBUS, which ends a process. Here a handler puts a page of
// zeros in its place and marks the file as damaged, so that a file that was cut short costs an error, not the process.
// Code that reads the bytes must therefore call check() before it trusts what it read.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace afterstate {

class MappedFile {
 public:
  MappedFile() = default;

  /// Throws UserError if it is not a readable regular file, Failure if it is empty or cannot be mapped.
  explicit MappedFile(const std::string& path);

  std::span<const std::byte> bytes() const;

  /// Throws Failure if bytes were missing when they were read. Costs one load; may be called after each read.
  void check() const {
    if (damaged_ != nullptr && damaged_->load(std::memory_order_relaxed)) throw_changed();
  }

  /// Throws Failure if the file was overwritten or cut short since it was opened. A file that was deleted, or replaced
  /// by renaming another, is still mapped as it was. Costs a system call; for once per request.
  void check_unchanged() const;

 private:
  class Mapping;

  [[noreturn]] void throw_changed() const;

  std::shared_ptr<const Mapping> mapping_;
  const std::atomic<bool>* damaged_ = nullptr;  ///< in the mapping
};

}  // namespace afterstate
