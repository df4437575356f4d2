// The container of model and checkpoint files: a header that is text, then compressed chunks of numbered sections.
//
//   "AFTSTATE"  u32 version  u64 length of the header  header
//   for each chunk:  u32 section  u64 number in the section  u32 raw size  u32 stored size  a zstd frame
//   u32 0  u64 number of chunks
//   u64 XXH3-64 of every byte before it
//
// Numbers are little-endian, and nothing follows the checksum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/atomic_file.h"
#include "base/mapped_file.h"

namespace afterstate {

/// No header and no raw chunk is larger: whatever a file says, no more is allocated for one of them.
inline constexpr std::size_t archive_piece = std::size_t{16} << 20;

/// How many bytes a chunk takes in the file, none where it has none.
std::size_t compressed_bytes(std::span<const std::byte> raw, int level);

/// Writes an archive that is there after commit() alone. After an exception nothing can be added or committed: let the
/// writer go.
class ArchiveWriter {
 public:
  /// Gives the raw bytes of a chunk: its own, or `scratch` filled with them. Nothing is kept of a chunk without bytes.
  using Chunk = std::function<std::span<const std::byte>(std::uint64_t number, std::vector<std::byte>& scratch)>;

  /// Throws UserError where the file cannot be made.
  ArchiveWriter(std::string path, std::string_view header);
  ~ArchiveWriter();
  ArchiveWriter(const ArchiveWriter&) = delete;
  ArchiveWriter& operator=(const ArchiveWriter&) = delete;

  /// Adds one chunk to a section from 1 to 65535. Throws Failure where the disk is full, as all below.
  void add(std::uint32_t section, std::uint64_t number, std::span<const std::byte> raw);

  /// Adds the chunks 0 to `count` - 1 in this order, compressed at zstd's `level` on so many threads: `chunk` is called
  /// by several at once. The bytes of the file do not depend on the number of threads.
  void add_all(std::uint32_t section, std::uint64_t count, const Chunk& chunk, int threads, int level);

  /// On the disk under its name when this returns.
  void commit();

 private:
  struct Hash;

  void put(std::string_view bytes);
  void put_chunk(std::string_view record);

  AtomicFile file_;
  std::unique_ptr<Hash> hash_;
  std::uint64_t chunks_ = 0;
};

/// An archive that was found whole: all of its bytes are checked before any is believed.
class ArchiveReader {
 public:
  /// What is checked at first; the fuzzer leaves the checksum out to reach what comes behind it.
  enum class Check { everything, all_but_checksum };

  /// Takes chunks as they are decompressed.
  using Deliver = std::function<void(std::uint32_t section, std::uint64_t number, std::span<const std::byte> raw)>;

  /// Throws UserError where there is no such file, Failure where it is of another kind or damaged.
  explicit ArchiveReader(const std::string& path);

  /// Reads `bytes`, which must stay, as a file called `name`.
  static ArchiveReader from_bytes(std::span<const std::byte> bytes, std::string name, Check check);

  const std::string& header() const { return header_; }

  /// Delivers every chunk, in the order of the file on one thread; on several `deliver` is called by all at once, in
  /// any order. Whether sections and numbers are known, and none comes twice, is for `deliver` to say.
  void read(const Deliver& deliver, int threads = 1) const;

 private:
  struct StoredChunk {
    std::uint64_t number;
    std::uint32_t section;
    std::uint32_t raw_size;
    std::span<const std::byte> stored;
  };

  ArchiveReader(std::span<const std::byte> bytes, std::string name, Check check);
  void parse(std::span<const std::byte> bytes, Check check);

  std::string name_;
  MappedFile file_;  ///< which `stored` points into; none for bytes in memory
  std::string header_;
  std::vector<StoredChunk> chunks_;
};

}  // namespace afterstate
