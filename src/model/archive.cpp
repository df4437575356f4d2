#include "model/archive.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

#define XXH_STATIC_LINKING_ONLY  // for the definition of XXH3_state_t
#include <xxhash.h>

#include "base/error.h"
#include "os/threads.h"

namespace afterstate {

namespace {

constexpr std::string_view magic = "AFTSTATE";
constexpr std::string_view magic_of_databases = "AFTVALUE";
constexpr std::uint32_t format_version = 1;
constexpr std::uint32_t last_section = 65535;
constexpr std::size_t chunk_head = 4 + 8 + 4 + 4;
constexpr std::size_t checksum_size = 8;
constexpr std::size_t smallest_archive = magic.size() + 4 + 8 + 4 + 8 + checksum_size;  // no header and no chunks
constexpr int usual_level = 3;
constexpr std::uint64_t window_per_thread = 4;  // chunks waiting to be written

template <class Number>
void append(std::string& bytes, Number number) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) bytes += static_cast<char>(number >> (8 * i) & 0xff);
}

/// A chunk in the form stored in the file.
std::string record_of(std::uint32_t section, std::uint64_t number, std::uint32_t raw_size, std::string_view frame) {
  assert(section >= 1 && section <= last_section);
  std::string record;
  record.reserve(chunk_head + frame.size());
  append(record, section);
  append(record, number);
  append(record, raw_size);
  append(record, static_cast<std::uint32_t>(frame.size()));
  return record.append(frame);
}

/// Compresses raw chunks into the form stored in the file; one per thread.
class Compressor {
 public:
  explicit Compressor(int level) : context_(ZSTD_createCCtx()), level_(level) {
    if (!context_) throw std::bad_alloc{};
  }

  std::string operator()(std::uint32_t section, std::uint64_t number, std::span<const std::byte> raw) {
    if (raw.size() > archive_piece)
      throw Failure{fmt::format("chunk {} of section {} has {} bytes; the maximum is {}", number, section, raw.size(),
                                archive_piece)};
    frame_.resize(std::max(frame_.size(), ZSTD_compressBound(raw.size())));
    const auto stored = ZSTD_compressCCtx(context_.get(), frame_.data(), frame_.size(), raw.data(), raw.size(), level_);
    if (ZSTD_isError(stored) != 0) throw Failure{fmt::format("zstd compression failed: {}", ZSTD_getErrorName(stored))};
    return record_of(section, number, static_cast<std::uint32_t>(raw.size()),
                     std::string_view{frame_}.substr(0, stored));
  }

 private:
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  std::unique_ptr<ZSTD_CCtx, Free> context_;
  int level_;
  std::string frame_;
};

/// Threads produce numbered records in any order; they are written in the order of their numbers, by whichever thread
/// delivers the next one. No thread runs further ahead of the writer than the window.
class OrderedWriting {
 public:
  OrderedWriting(std::uint64_t count, std::uint64_t window, std::function<void(std::string_view)> write)
      : count_(count), write_(std::move(write)), ready_(window) {}

  /// The next number to produce, once it is within the window; nothing if all are taken or a thread has failed.
  std::optional<std::uint64_t> take() {
    std::unique_lock lock{mutex_};
    if (stopped_ || taken_ == count_) return std::nullopt;
    const auto number = taken_++;
    moved_.wait(lock, [&] { return stopped_ || number - written_ < ready_.size(); });
    if (stopped_) return std::nullopt;
    return number;
  }

  void give(std::uint64_t number, std::string record) {
    std::unique_lock lock{mutex_};
    ready_[number % ready_.size()] = std::move(record);
    if (writing_) return;  // the writing thread will get to it
    writing_ = true;
    while (auto next = std::exchange(ready_[written_ % ready_.size()], std::nullopt)) {
      lock.unlock();
      write_(*next);
      lock.lock();
      ++written_;
      moved_.notify_all();
    }
    writing_ = false;
  }

  /// take() returns no more numbers.
  void stop() {
    const std::scoped_lock lock{mutex_};
    stopped_ = true;
    moved_.notify_all();
  }

 private:
  const std::uint64_t count_;
  const std::function<void(std::string_view)> write_;
  std::mutex mutex_;
  std::condition_variable moved_;
  std::vector<std::optional<std::string>> ready_;  ///< produced but not yet written, by number modulo the window
  std::uint64_t taken_ = 0;
  std::uint64_t written_ = 0;
  bool writing_ = false;
  bool stopped_ = false;
};

bool begins_with(std::span<const std::byte> bytes, std::string_view begin) {
  return bytes.size() >= begin.size() && std::memcmp(bytes.data(), begin.data(), begin.size()) == 0;
}

[[noreturn]] void damaged(const std::string& name, std::string_view how) {
  throw Failure{fmt::format("'{}' is damaged: {}; use another copy of it", name, how)};
}

/// The bytes still to be parsed; never reads past the end.
class Cursor {
 public:
  Cursor(std::span<const std::byte> left, const std::string& name) : left_(left), name_(name) {}

  bool at_end() const { return left_.empty(); }

  std::span<const std::byte> bytes(std::uint64_t count) {
    if (count > left_.size()) damaged(name_, "unexpected end of file");
    const auto taken = left_.first(count);
    left_ = left_.subspan(count);
    return taken;
  }

  template <class Number>
  Number number() {
    Number number = 0;
    int shift = 0;
    for (const auto byte : bytes(sizeof(Number))) {
      number |= std::to_integer<Number>(byte) << shift;
      shift += 8;
    }
    return number;
  }

 private:
  std::span<const std::byte> left_;
  const std::string& name_;
};

/// The inverse of Compressor; one per thread.
class Decompressor {
 public:
  Decompressor() : context_(ZSTD_createDCtx()) {
    if (!context_) throw std::bad_alloc{};
  }

  /// The raw bytes, valid until the next call; empty if the frame is damaged or holds more than `raw_size` bytes.
  std::span<const std::byte> operator()(std::span<const std::byte> stored, std::uint32_t raw_size) {
    assert(raw_size <= archive_piece);
    raw_.resize(std::max<std::size_t>(raw_.size(), raw_size));
    const auto size = ZSTD_decompressDCtx(context_.get(), raw_.data(), raw_size, stored.data(), stored.size());
    if (ZSTD_isError(size) != 0) return {};
    return std::span{raw_}.first(size);
  }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, Free> context_;
  std::vector<std::byte> raw_;
};

}  // namespace

std::size_t compressed_bytes(std::span<const std::byte> raw, int level) {
  return raw.empty() ? 0 : Compressor{level}(1, 0, raw).size();
}

struct ArchiveWriter::Hash {
  Hash() { XXH3_64bits_reset(&state); }
  XXH3_state_t state;
};

ArchiveWriter::ArchiveWriter(std::string path, std::string_view header)
    : file_(std::move(path)), hash_(std::make_unique<Hash>()) {
  if (header.size() > archive_piece)
    throw Failure{fmt::format("the header has {} bytes; the maximum is {}", header.size(), archive_piece)};
  std::string head{magic};
  append(head, format_version);
  append(head, std::uint64_t{header.size()});
  put(head);
  put(header);
}

ArchiveWriter::~ArchiveWriter() = default;

void ArchiveWriter::put(std::string_view bytes) {
  XXH3_64bits_update(&hash_->state, bytes.data(), bytes.size());
  file_.write(bytes);
}

void ArchiveWriter::put_chunk(std::string_view record) {
  if (record.empty()) return;
  put(record);
  ++chunks_;
}

void ArchiveWriter::add(std::uint32_t section, std::uint64_t number, std::span<const std::byte> raw) {
  if (!raw.empty()) put_chunk(Compressor{usual_level}(section, number, raw));
}

void ArchiveWriter::add_all(std::uint32_t section, std::uint64_t count, const Chunk& chunk, int threads, int level) {
  const auto window = window_per_thread * static_cast<std::uint64_t>(std::max(threads, 1));
  OrderedWriting writing{count, window, [this](std::string_view record) { put_chunk(record); }};
  run_on_threads(threads, [&](int) {
    try {
      Compressor compress{level};
      std::vector<std::byte> scratch;
      while (const auto number = writing.take()) {
        const auto raw = chunk(*number, scratch);
        writing.give(*number, raw.empty() ? std::string{} : compress(section, *number, raw));
      }
    } catch (...) {
      writing.stop();
      throw;
    }
  });
}

void ArchiveWriter::add_stored(std::uint32_t section, const StoredChunk& chunk) {
  const std::string_view frame{reinterpret_cast<const char*>(chunk.frame.data()), chunk.frame.size()};
  put_chunk(record_of(section, chunk.number, chunk.raw_size, frame));
}

void ArchiveWriter::commit() {
  std::string end;
  append(end, std::uint32_t{0});
  append(end, chunks_);
  put(end);
  std::string checksum;
  append(checksum, std::uint64_t{XXH3_64bits_digest(&hash_->state)});
  file_.write(checksum);
  file_.commit();
}

ArchiveReader::ArchiveReader(const std::string& path) : name_(path), file_(path) {
  parse(file_.bytes(), Check::everything);
}

ArchiveReader::ArchiveReader(std::span<const std::byte> bytes, std::string name, Check check) : name_(std::move(name)) {
  parse(bytes, check);
}

ArchiveReader ArchiveReader::from_bytes(std::span<const std::byte> bytes, std::string name, Check check) {
  return {bytes, std::move(name), check};
}

void ArchiveReader::parse(std::span<const std::byte> bytes, Check check) {
  if (begins_with(bytes, magic_of_databases))
    throw Failure{fmt::format("'{}' is a value database, not a model", name_)};
  if (!begins_with(bytes, magic))
    throw Failure{fmt::format("'{}' is not an Afterstate file: it does not begin with {}", name_, magic)};
  const auto version = Cursor{bytes.subspan(magic.size()), name_}.number<std::uint32_t>();
  if (version > format_version)
    throw Failure{
        fmt::format("'{}' is in format version {}, but this program reads versions up to {}; use a newer afterstate",
                    name_, version, format_version)};
  if (version == 0) damaged(name_, "format version 0 does not exist");
  if (bytes.size() < smallest_archive) damaged(name_, "unexpected end of file");
  const auto body = bytes.first(bytes.size() - checksum_size);
  const auto checksum = Cursor{bytes.last(checksum_size), name_}.number<std::uint64_t>();
  if (check == Check::everything && XXH3_64bits(body.data(), body.size()) != checksum)
    damaged(name_, "its checksum does not match, so bytes were changed or are missing");

  Cursor cursor{body.subspan(magic.size() + sizeof version), name_};
  const auto header_size = cursor.number<std::uint64_t>();
  if (header_size > archive_piece) damaged(name_, fmt::format("its header claims {} bytes", header_size));
  const auto header = cursor.bytes(header_size);
  header_.assign(reinterpret_cast<const char*>(header.data()), header.size());
  while (const auto section = cursor.number<std::uint32_t>()) {
    const auto number = cursor.number<std::uint64_t>();
    const auto raw_size = cursor.number<std::uint32_t>();
    const auto frame = cursor.bytes(cursor.number<std::uint32_t>());
    if (section > last_section || raw_size == 0 || raw_size > archive_piece)
      damaged(name_, fmt::format("chunk {} of section {} claims {} bytes", number, section, raw_size));
    chunks_.push_back({number, section, raw_size, frame});
  }
  if (cursor.number<std::uint64_t>() != chunks_.size())
    damaged(name_, "its number of chunks does not match its trailer");
  if (!cursor.at_end()) damaged(name_, "unexpected data after its end");
  file_.check();
}

void ArchiveReader::read(const Deliver& deliver, int threads, SectionRange sections) const {
  std::atomic<std::size_t> next{0};
  run_on_threads(threads, [&](int) {
    try {
      Decompressor decompress;
      for (auto i = next++; i < chunks_.size(); i = next++) {
        const auto& [number, section, raw_size, frame] = chunks_[i];
        if (section < sections.first || section > sections.last) continue;
        const auto raw = decompress(frame, raw_size);
        if (raw.size() != raw_size)
          damaged(name_,
                  fmt::format("chunk {} of section {} does not decompress to {} bytes", number, section, raw_size));
        deliver(section, number, raw);
      }
    } catch (...) {
      next = chunks_.size();  // stops the other threads
      throw;
    }
  });
  file_.check();
}

}  // namespace afterstate
