#include "os/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>

#include "base/error.h"

namespace afterstate {

/// A mapped range, as the signal handler sees it. Free if `end` is 0.
struct MappedRange {
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::uintptr_t> end{0};
  std::atomic<bool> damaged{false};
};

namespace {

/// An end that is below every address, of a range that is taken but not mapped.
constexpr std::uintptr_t no_address = 1;

/// Static, so that the handler never reads memory that another thread has freed.
std::array<MappedRange, 256> ranges;

struct sigaction previous_action;
std::uintptr_t page_size = 0;

void put_zeros(int /*signal*/, siginfo_t* info, void* /*context*/) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  for (auto& range : ranges) {
    if (address < range.begin || address >= range.end) continue;
    const int error = errno;
    range.damaged = true;  // before the zeros can be read
    void* const page = static_cast<char*>(info->si_addr) - address % page_size;
    const auto* const mapped = ::mmap(page, page_size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    errno = error;
    if (mapped != MAP_FAILED) return;
  }
  ::sigaction(SIGBUS, &previous_action, nullptr);  // not ours: the read is repeated and has its usual effect
}

void install_handler() {
  static const bool installed = [] {
    page_size = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    struct sigaction action{};
    action.sa_sigaction = put_zeros;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    return ::sigaction(SIGBUS, &action, &previous_action) == 0;
  }();
  static_cast<void>(installed);
}

MappedRange* take_range(std::uintptr_t begin, std::uintptr_t end) {
  for (auto& range : ranges) {
    std::uintptr_t free = 0;
    if (!range.end.compare_exchange_strong(free, no_address)) continue;
    range.damaged = false;
    range.begin = begin;
    range.end = end;
    return &range;
  }
  return nullptr;
}

bool same_content(const struct stat& a, const struct stat& b) {
  return a.st_size == b.st_size && a.st_mtim.tv_sec == b.st_mtim.tv_sec && a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

}  // namespace

class MappedFile::Mapping {
 public:
  Mapping(const std::string& path, int descriptor, const struct stat& status)
      : path_(path), descriptor_(descriptor), status_(status) {
    install_handler();
    memory_ = ::mmap(nullptr, size(), PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (memory_ == MAP_FAILED) {
      const int error = errno;
      ::close(descriptor);
      throw Failure{fmt::format("cannot read '{}': {}", path, std::strerror(error))};
    }
    const auto begin = reinterpret_cast<std::uintptr_t>(memory_);
    range_ = take_range(begin, begin + size());
    if (range_ != nullptr) return;
    release();
    throw Failure{fmt::format("cannot read '{}': {} files are mapped already", path, ranges.size())};
  }
  ~Mapping() {
    range_->end = no_address;  // first: no address may be in the range from here on
    range_->begin = 0;
    range_->end = 0;  // last: now another file may take it
    release();
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  const std::string& path() const { return path_; }
  std::size_t size() const { return static_cast<std::size_t>(status_.st_size); }
  std::span<const std::byte> bytes() const { return {static_cast<const std::byte*>(memory_), size()}; }
  const std::atomic<bool>& damaged() const { return range_->damaged; }

  bool unchanged() const {
    struct stat now{};
    return ::fstat(descriptor_, &now) == 0 && same_content(now, status_);
  }

 private:
  void release() const {
    ::munmap(memory_, size());
    ::close(descriptor_);
  }

  std::string path_;
  int descriptor_;
  struct stat status_;
  void* memory_;
  MappedRange* range_;
};

MappedFile::MappedFile(const std::string& path) {
  const auto refused = [&](const char* why) {
    return UserError{fmt::format("cannot read '{}': {}; give a file written by afterstate", path, why)};
  };
  // O_NONBLOCK: opening a pipe must not block; it is rejected below.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) throw refused(errno == ENOENT ? "no such file" : std::strerror(errno));
  struct stat status{};
  const bool regular = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  if (!regular || status.st_size == 0) ::close(descriptor);
  if (!regular) throw refused(S_ISDIR(status.st_mode) ? "it is a folder" : "it is not a regular file");
  if (status.st_size == 0) throw Failure{fmt::format("'{}' is not an Afterstate file: it is empty", path)};
  mapping_ = std::make_shared<const Mapping>(path, descriptor, status);
  damaged_ = &mapping_->damaged();
}

std::span<const std::byte> MappedFile::bytes() const {
  return mapping_ ? mapping_->bytes() : std::span<const std::byte>{};
}

void MappedFile::check_unchanged() const {
  check();
  if (mapping_ && !mapping_->unchanged()) throw_changed();
}

void MappedFile::throw_changed() const {
  throw Failure{fmt::format(
      "'{}' was overwritten or cut short while it was in use; restart afterstate to read it again", mapping_->path())};
}

}  // namespace afterstate
