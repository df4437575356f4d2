#include "os/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace afterstate {

MappedFile::MappedFile(const std::string& path) {
  const auto refused = [&](const char* why) {
    return UserError{fmt::format("cannot read '{}': {}; give a file written by afterstate", path, why)};
  };
  // O_NONBLOCK: opening a pipe must not block; it is rejected below.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) throw refused(std::strerror(errno));
  struct stat status{};
  const bool regular = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  const auto length = regular ? static_cast<std::size_t>(status.st_size) : 0;
  void* const mapped = length > 0 ? ::mmap(nullptr, length, PROT_READ, MAP_PRIVATE, descriptor, 0) : MAP_FAILED;
  const int error = errno;
  ::close(descriptor);
  if (!regular) throw refused(S_ISDIR(status.st_mode) ? "it is a folder" : "it is not a regular file");
  if (length == 0) throw Failure{fmt::format("'{}' is not an Afterstate file: it is empty", path)};
  if (mapped == MAP_FAILED) throw Failure{fmt::format("cannot read '{}': {}", path, std::strerror(error))};
  memory_ = {mapped, [length](const void* memory) { ::munmap(const_cast<void*>(memory), length); }};
  size_ = length;
}

}  // namespace afterstate
