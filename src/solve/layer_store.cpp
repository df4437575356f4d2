#include "solve/layer_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#define XXH_STATIC_LINKING_ONLY  // for the definition of XXH3_state_t
#include <xxhash.h>

#include "base/error.h"
#include "os/atomic_file.h"

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

/// No board that can be solved has a larger one.
constexpr std::uint32_t largest_tile_sum = 1U << 18;

/// Descriptions of tasks are short; more is not read into memory.
constexpr std::uint64_t longest_task = 4096;

std::uint64_t seed_of(const RecordHead& head) { return std::uint64_t{head.kind} << 32 | head.tile_sum; }

std::uint64_t checksum_of(const RecordHead& head, std::span<const std::uint64_t> words) {
  return XXH3_64bits_withSeed(words.data(), words.size_bytes(), seed_of(head));
}

bool is_possible(const RecordHead& head) {
  using Kind = LayerStore::Kind;
  const auto kind = static_cast<Kind>(head.kind);
  return head.magic == record_magic && head.size % sizeof(std::uint64_t) == 0 && head.tile_sum <= largest_tile_sum &&
         head.tile_sum % 2 == 0 &&
         (kind == Kind::boards || kind == Kind::values || kind == Kind::tiles ||
          (kind == Kind::task && head.size <= longest_task));
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

/// Whether the bytes after a head are those of its checksum. They are never in memory all at once.
bool has_its_checksum(int descriptor, const RecordHead& head, std::uint64_t offset) {
  std::vector<char> block(std::min<std::uint64_t>(head.size, std::uint64_t{1} << 20));
  XXH3_state_t state;
  XXH3_64bits_reset_withSeed(&state, seed_of(head));
  for (std::uint64_t done = 0; done < head.size; done += block.size()) {
    block.resize(std::min<std::uint64_t>(block.size(), head.size - done));
    if (!read_all(descriptor, block.data(), block.size(), offset + done)) return false;
    XXH3_64bits_update(&state, block.data(), block.size());
  }
  return XXH3_64bits_digest(&state) == head.checksum;
}

std::vector<std::uint64_t> words_of(const std::string& text) {
  std::vector<std::uint64_t> words((text.size() + 7) / 8);
  if (!text.empty()) std::memcpy(words.data(), text.data(), text.size());
  return words;
}

}  // namespace

LayerStore::LayerStore(std::string path, const std::string& task, std::chrono::milliseconds sync_interval)
    : path_(std::move(path)), sync_interval_(sync_interval) {
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  if (descriptor_ < 0)
    throw UserError{
        fmt::format("cannot write '{}': {}; choose a file in a writable folder", path_, std::strerror(errno))};
  try {
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
      throw UserError{
          fmt::format("another solve is using '{}'; wait for it, or choose another file with --out", path_)};
    find_records();
    if (::ftruncate(descriptor_, static_cast<off_t>(end_)) != 0) fail("truncate");
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

LayerStore::LayerStore(std::string path) : path_(std::move(path)), sync_interval_(usual_sync_interval) {
  descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) throw UserError{fmt::format("cannot read '{}': {}", path_, std::strerror(errno))};
  try {
    const auto size = find_records();
    if (!has(Kind::task, 0)) throw Failure{fmt::format("'{}' is damaged: it does not say what is solved", path_)};
    if (end_ != size)
      throw Failure{fmt::format(
          "'{}' is damaged after byte {} of {}: the layers up to there are good, and the solve continues from them",
          path_, end_, size)};
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

LayerStore::~LayerStore() { ::close(descriptor_); }

std::uint64_t LayerStore::find_records() {
  struct stat status{};
  if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode))
    throw UserError{fmt::format("cannot use '{}': it is not a regular file", path_)};
  const auto file_size = static_cast<std::uint64_t>(status.st_size);
  RecordHead head{};
  while (end_ + sizeof head <= file_size && read_all(descriptor_, &head, sizeof head, end_) && is_possible(head) &&
         head.size <= file_size - end_ - sizeof head && has_its_checksum(descriptor_, head, end_ + sizeof head)) {
    records_[{static_cast<Kind>(head.kind), head.tile_sum}] = {end_ + sizeof head, head.size};
    end_ += sizeof head + head.size;
  }
  if (end_ == 0 && read_all(descriptor_, &head.magic, sizeof head.magic, 0) && head.magic != record_magic)
    throw UserError{fmt::format("'{}' is not a layer store of 'afterstate solve'; move or rename it", path_)};
  return file_size;
}

std::string LayerStore::task() const {
  const auto words = read(Kind::task, 0);
  std::string text{reinterpret_cast<const char*>(words.data()), words.size() * sizeof(std::uint64_t)};
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

std::uint64_t LayerStore::words_in(Kind kind, std::uint32_t tile_sum) const {
  const auto found = records_.find({kind, tile_sum});
  return found == records_.end() ? 0 : found->second.size / sizeof(std::uint64_t);
}

std::vector<std::uint32_t> LayerStore::tile_sums(Kind kind) const {
  std::vector<std::uint32_t> sums;
  for (const auto& [key, place] : records_)
    if (key.first == kind) sums.push_back(key.second);
  return sums;
}

void LayerStore::add(Kind kind, std::uint32_t tile_sum, std::span<const std::uint64_t> words) {
  RecordHead head{record_magic, static_cast<std::uint32_t>(kind), tile_sum, words.size_bytes(), 0};
  head.checksum = checksum_of(head, words);
  if (!write_all(descriptor_, &head, sizeof head, end_) ||
      !write_all(descriptor_, words.data(), words.size_bytes(), end_ + sizeof head))
    fail("write");
  records_[{kind, tile_sum}] = {end_ + sizeof head, head.size};
  end_ += sizeof head + head.size;
  sync_if_due();
}

void LayerStore::sync_if_due() {
  const auto now = std::chrono::steady_clock::now();
  if (now - synced_ < sync_interval_) return;
  if (::fdatasync(descriptor_) != 0) fail("write");
  if (!std::exchange(name_synced_, true)) sync_folder(std::filesystem::absolute(path_).parent_path());
  synced_ = std::chrono::steady_clock::now();
}

std::vector<std::uint64_t> LayerStore::read(Kind kind, std::uint32_t tile_sum, std::uint64_t max_words) const {
  const auto found = records_.find({kind, tile_sum});
  if (found == records_.end())
    throw Failure{fmt::format("'{}' is damaged: a layer of the tile sum {} is missing; delete it to solve anew", path_,
                              tile_sum)};
  const auto& place = found->second;
  std::vector<std::uint64_t> words(std::min(place.size / sizeof(std::uint64_t), max_words));
  if (!read_all(descriptor_, words.data(), words.size() * sizeof(std::uint64_t), place.offset)) fail("read");
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
