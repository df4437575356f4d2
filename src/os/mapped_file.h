// A file mapped into memory, read-only.
#pragma once

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

  std::span<const std::byte> bytes() const { return {static_cast<const std::byte*>(memory_.get()), size_}; }

 private:
  std::shared_ptr<const void> memory_;
  std::size_t size_ = 0;
};

}  // namespace afterstate
