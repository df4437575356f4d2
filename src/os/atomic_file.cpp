#include "os/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/error.h"

namespace afterstate {

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
  std::error_code ignored;
  if (const auto target = std::filesystem::weakly_canonical(path_, ignored); !target.empty()) path_ = target;
  const auto status = std::filesystem::status(path_, ignored);
  const bool replaceable = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
  if (replaceable) temporary_ = fmt::format("{}.{}.tmp", path_, ::getpid());
  file_ = std::fopen((replaceable ? temporary_ : path_).c_str(), "wb");
  if (file_ == nullptr)
    throw UserError{
        fmt::format("cannot write '{}': {}; choose a file in a writable folder", path_, std::strerror(errno))};
}

AtomicFile::~AtomicFile() {
  if (file_ != nullptr) std::fclose(file_);
  if (!temporary_.empty()) std::remove(temporary_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
  if (!bytes.empty() && std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail("write");
}

void AtomicFile::commit() {
  if (std::fflush(file_) != 0) fail("write");
  if (!temporary_.empty() && ::fsync(::fileno(file_)) != 0) fail("write");
  if (std::fclose(std::exchange(file_, nullptr)) != 0) fail("close");
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail("rename");
  temporary_.clear();
  const auto folder = std::filesystem::path{path_}.parent_path();
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY);
  if (descriptor < 0) return;  // the folder is not readable: the file is renamed, but maybe not yet on the disk
  ::fsync(descriptor);
  ::close(descriptor);
}

void AtomicFile::fail(const char* what) const {
  throw Failure{fmt::format("cannot {} '{}': {}; the file was not saved", what, path_, std::strerror(errno))};
}

}  // namespace afterstate
