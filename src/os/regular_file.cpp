#include "os/regular_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace afterstate {

std::optional<RegularFile> RegularFile::open(const std::filesystem::path& path) {
  // O_NONBLOCK: opening a pipe must not block; it is rejected below.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return std::nullopt;
  struct stat status{};
  if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode))
    return RegularFile{descriptor, static_cast<std::uint64_t>(status.st_size)};
  ::close(descriptor);
  return std::nullopt;
}

RegularFile::~RegularFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::string RegularFile::read(std::uint64_t offset, std::size_t count) const {
  const auto left = size_ > offset ? size_ - offset : 0;
  std::string bytes(std::min<std::uint64_t>(count, left), '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    const auto got = ::pread(descriptor_, &bytes[done], bytes.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

std::string first_bytes(const std::filesystem::path& path, std::size_t max) {
  const auto file = RegularFile::open(path);
  return file ? file->read(0, max) : std::string{};
}

std::string last_bytes(const std::filesystem::path& path, std::size_t max) {
  const auto file = RegularFile::open(path);
  return file ? file->read(file->size() - std::min<std::uint64_t>(file->size(), max), max) : std::string{};
}

LinesRead for_each_line(const RegularFile& file, const LineLimits& limits,
                        const std::function<bool(const std::string& line)>& visit) {
  constexpr std::size_t block = 1 << 16;
  LinesRead done;
  std::string line;
  for (std::uint64_t offset = 0; offset < limits.bytes;) {
    const auto bytes = file.read(offset, std::min<std::uint64_t>(block, limits.bytes - offset));
    if (bytes.empty()) break;
    offset += bytes.size();
    for (std::size_t begin = 0; begin < bytes.size();) {
      const auto end = bytes.find('\n', begin);
      line.append(bytes, begin, std::min(end, bytes.size()) - begin);
      done.line_too_long = line.size() > limits.line;
      if (done.line_too_long) return done;
      if (end == std::string::npos) break;
      if (!visit(line)) return done;
      done.bytes += line.size() + 1;
      line.clear();
      begin = end + 1;
    }
  }
  return done;
}

}  // namespace afterstate
