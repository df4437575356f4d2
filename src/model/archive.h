// The container format of model and checkpoint files: a text header, then compressed chunks of numbered sections.
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

#include "os/atomic_file.h"
#include "os/mapped_file.h"

namespace afterstate {

/// Maximum size of a header or a raw chunk: no more is allocated for one, whatever a file claims.
inline constexpr std::size_t archive_piece = std::size_t{16} << 20;

/// The bytes that a chunk takes in the file; 0 for an empty one.
std::size_t compressed_bytes(std::span<const std::byte> raw, int level);

/// A chunk as it is in the file.
struct StoredChunk {
  std::uint64_t number;
  std::uint32_t section;
  std::uint32_t raw_size;
  std::span<const std::byte> frame;  ///< compressed
};

/// The first and the last section of a part of an archive.
struct SectionRange {
  std::uint32_t first = 1;
  std::uint32_t last = 65535;
};

/// Writes an archive, which exists only after commit(). After an exception nothing can be added or committed: destroy
/// the writer.
class ArchiveWriter {
 public:
  /// Returns the raw bytes of a chunk: existing ones, or `scratch` filled with them. Empty chunks are not stored.
  using Chunk = std::function<std::span<const std::byte>(std::uint64_t number, std::vector<std::byte>& scratch)>;

  /// Throws UserError if the file cannot be created.
  ArchiveWriter(std::string path, std::string_view header);
  ~ArchiveWriter();
  ArchiveWriter(const ArchiveWriter&) = delete;
  ArchiveWriter& operator=(const ArchiveWriter&) = delete;

  /// Adds one chunk to a section from 1 to 65535. Throws Failure if the disk is full, like the functions below.
  void add(std::uint32_t section, std::uint64_t number, std::span<const std::byte> raw);

  /// Adds the chunks 0 to `count` - 1 in this order, compressed at zstd's `level` on `threads` threads, which call
  /// `chunk` concurrently. The bytes of the file do not depend on the number of threads.
  void add_all(std::uint32_t section, std::uint64_t count, const Chunk& chunk, int threads, int level);

  /// Adds a chunk of another archive as it is stored there, to another section.
  void add_stored(std::uint32_t section, const StoredChunk& chunk);

  /// The file is on disk under its name when this returns.
  void commit();

 private:
  struct Hash;

  void put(std::string_view bytes);
  void put_chunk(std::string_view record);

  AtomicFile file_;
  std::unique_ptr<Hash> hash_;
  std::uint64_t chunks_ = 0;
};

/// A validated archive: all of its bytes are checked before any is used.
class ArchiveReader {
 public:
  /// What is checked on opening; the fuzzer skips the checksum to reach the code behind it.
  enum class Check { everything, all_but_checksum };

  /// Receives the decompressed chunks.
  using Deliver = std::function<void(std::uint32_t section, std::uint64_t number, std::span<const std::byte> raw)>;

  /// Throws UserError if the file does not exist, Failure if it is not an archive or damaged.
  explicit ArchiveReader(const std::string& path);

  /// Reads `bytes`, which must outlive the reader, as a file called `name`.
  static ArchiveReader from_bytes(std::span<const std::byte> bytes, std::string name, Check check);

  const std::string& header() const { return header_; }

  /// As they are stored, in file order; valid as long as the reader.
  std::span<const StoredChunk> chunks() const { return chunks_; }

  /// Delivers every chunk of these sections. One thread delivers them in file order; several threads call `deliver`
  /// concurrently, in any order. `deliver` must reject unknown sections and numbers, and duplicates.
  void read(const Deliver& deliver, int threads = 1, SectionRange sections = {}) const;

 private:
  ArchiveReader(std::span<const std::byte> bytes, std::string name, Check check);
  void parse(std::span<const std::byte> bytes, Check check);

  std::string name_;
  MappedFile file_;  ///< the frames of `chunks_` are in it; empty for bytes in memory
  std::string header_;
  std::vector<StoredChunk> chunks_;
};

}  // namespace afterstate
