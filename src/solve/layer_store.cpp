#include "solve/layer_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace afterstate {

namespace {

constexpr std::uint64_t record_magic = 0x0053'5259'414C'5441;  // "ATLAYRS" in little-endian

struct RecordHead {
  std::uint64_t magic;
  std::uint32_t kind;
  std::uint32_t tile_sum;
  std::uint64_t size;  ///< bytes that follow
  std::uint64_t checksum;
};

std::uint64_t checksum_of(const RecordHead& head, std::span<const std::uint64_t> words) {
  return XXH3_64bits_withSeed(words.data(), words.size_bytes(), std::uint64_t{head.kind} << 32 | head.tile_sum);
}

bool read_all(int descriptor, void* bytes, std::size_t size, std::uint64_t offset) {
  auto* rest = static_cast<char*>(bytes);
  while (size > 0) {
    const auto got = ::pread(descriptor, rest, size, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    rest += got;
    offset += static_cast<std::uint64_t>(got);
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

bool write_all(int descriptor, const void* bytes, std::size_t size, std::uint64_t offset) {
  const auto* rest = static_cast<const char*>(bytes);
  while (size > 0) {
    const auto put = ::pwrite(descriptor, rest, size, static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    rest += put;
    offset += static_cast<std::uint64_t>(put);
    size -= static_cast<std::size_t>(put);
  }
  return true;
}

std::vector<std::uint64_t> words_of(const std::string& text) {
  std::vector<std::uint64_t> words((text.size() + 7) / 8);
  if (!text.empty()) std::memcpy(words.data(), text.data(), text.size());
  return words;
}

}  // namespace

LayerStore::LayerStore(std::string path, const std::string& task) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  if (descriptor_ < 0)
    throw UserError{
        fmt::format("cannot write '{}': {}; choose a file in a writable folder", path_, std::strerror(errno))};
  try {
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
      throw UserError{
          fmt::format("another solve is using '{}'; wait for it, or choose another file with --out", path_)};
    find_records();
    const auto words = words_of(task);
    if (records_.empty())
      add(Kind::task, 0, words);
    else if (!has(Kind::task, 0) || read(Kind::task, 0) != words)
      throw UserError{
          fmt::format("'{}' belongs to a solve with other settings; finish that one or delete the file", path_)};
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

LayerStore::~LayerStore() { ::close(descriptor_); }

void LayerStore::find_records() {
  struct stat status{};
  if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode))
    throw UserError{fmt::format("cannot use '{}': it is not a regular file", path_)};
  const auto file_size = static_cast<std::uint64_t>(status.st_size);
  std::vector<std::uint64_t> words;
  RecordHead head{};
  while (end_ + sizeof head <= file_size && read_all(descriptor_, &head, sizeof head, end_) &&
         head.magic == record_magic && head.size % sizeof(std::uint64_t) == 0 &&
         head.size <= file_size - end_ - sizeof head) {
    words.resize(head.size / sizeof(std::uint64_t));
    if (!read_all(descriptor_, words.data(), head.size, end_ + sizeof head)) break;
    if (checksum_of(head, words) != head.checksum) break;
    records_[{static_cast<Kind>(head.kind), head.tile_sum}] = {end_ + sizeof head, head.size};
    end_ += sizeof head + head.size;
  }
  if (end_ == 0 && read_all(descriptor_, &head.magic, sizeof head.magic, 0) && head.magic != record_magic)
    throw UserError{fmt::format("'{}' is not a layer store of 'afterstate solve'; move or rename it", path_)};
  if (::ftruncate(descriptor_, static_cast<off_t>(end_)) != 0) fail("truncate");
}

void LayerStore::add(Kind kind, std::uint32_t tile_sum, std::span<const std::uint64_t> words) {
  RecordHead head{record_magic, static_cast<std::uint32_t>(kind), tile_sum, words.size_bytes(), 0};
  head.checksum = checksum_of(head, words);
  if (!write_all(descriptor_, &head, sizeof head, end_) ||
      !write_all(descriptor_, words.data(), words.size_bytes(), end_ + sizeof head))
    fail("write");
  records_[{kind, tile_sum}] = {end_ + sizeof head, head.size};
  end_ += sizeof head + head.size;
}

std::vector<std::uint64_t> LayerStore::read(Kind kind, std::uint32_t tile_sum) const {
  const auto place = records_.at({kind, tile_sum});
  std::vector<std::uint64_t> words(place.size / sizeof(std::uint64_t));
  if (!read_all(descriptor_, words.data(), place.size, place.offset)) fail("read");
  return words;
}

void LayerStore::remove() {
  if (::unlink(path_.c_str()) != 0) fail("delete");
}

void LayerStore::fail(const char* what) const {
  throw Failure{fmt::format("cannot {} '{}': {}; finished layers are kept, run the same command again to resume", what,
                            path_, std::strerror(errno))};
}

}  // namespace afterstate
