#include "os/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace afterstate {

namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 18;
constexpr mode_t mode_of_new_files = 0666;

/// Closes a descriptor at the end of a block.
struct Closing {
  explicit Closing(int file) : descriptor(file) {}
  ~Closing() { ::close(descriptor); }
  Closing(const Closing&) = delete;
  Closing& operator=(const Closing&) = delete;
  int descriptor;
};

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path{"."};
}

}  // namespace

bool write_fully(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto put = ::write(descriptor, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
  std::error_code ignored;
  if (const auto target = std::filesystem::weakly_canonical(path_, ignored); !target.empty()) path_ = target;
  const auto status = std::filesystem::status(path_, ignored);
  const bool replaceable = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
  if (replaceable) temporary_ = fmt::format("{}.{}.tmp", path_, ::getpid());
  buffer_.reserve(buffer_size);
  descriptor_ =
      ::open((replaceable ? temporary_ : path_).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode_of_new_files);
  if (descriptor_ < 0)
    throw UserError{
        fmt::format("cannot write '{}': {}; choose a file in a writable folder", path_, std::strerror(errno))};
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > buffer_size) flush();
  if (bytes.size() < buffer_size)
    buffer_ += bytes;
  else if (!write_fully(descriptor_, bytes))
    fail("write");
}

void AtomicFile::flush() {
  if (!write_fully(descriptor_, buffer_)) fail("write");
  buffer_.clear();
}

void AtomicFile::commit() {
  flush();
  if (!temporary_.empty() && ::fsync(descriptor_) != 0) fail("write");
  if (::close(std::exchange(descriptor_, -1)) != 0) fail("close");
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail("rename");
  temporary_.clear();
  sync_folder(folder_of(path_));
}

void AtomicFile::fail(const char* what) const {
  throw Failure{fmt::format("cannot {} '{}': {}; the file was not saved", what, path_, std::strerror(errno))};
}

void append_to_file(const std::filesystem::path& path, std::string_view text) {
  const auto fail = [&] {
    throw Failure{fmt::format("cannot write '{}': {}; is the disk full?", path.string(), std::strerror(errno))};
  };
  struct stat status{};
  const bool is_new = ::lstat(path.c_str(), &status) != 0;
  if (!is_new && !S_ISREG(status.st_mode))
    throw Failure{fmt::format("cannot write '{}': it is not a regular file; move or rename it", path.string())};
  const int descriptor =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, mode_of_new_files);
  if (descriptor < 0) fail();
  const Closing closing{descriptor};
  if (!write_fully(descriptor, text) || ::fsync(descriptor) != 0) fail();
  if (is_new) sync_folder(folder_of(path));
}

void cut_file(const std::filesystem::path& path, std::uint64_t length) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  const Closing closing{descriptor};
  if (descriptor < 0 || ::ftruncate(descriptor, static_cast<off_t>(length)) != 0 || ::fsync(descriptor) != 0)
    throw Failure{fmt::format("cannot shorten '{}': {}", path.string(), std::strerror(errno))};
}

void sync_folder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;  // not readable: its names will be on disk a little later
  const Closing closing{descriptor};
  // EINVAL: this file system does not sync folders.
  if (::fsync(descriptor) != 0 && errno != EINVAL)
    throw Failure{fmt::format("cannot sync the folder '{}': {}; what was just saved may be lost in a crash",
                              folder.string(), std::strerror(errno))};
}

}  // namespace afterstate
