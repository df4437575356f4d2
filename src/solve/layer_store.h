// The finished layers of a solve, in a file that survives any interruption: a sequence of records, each with a
// checksum, so that a truncated record is detected and computed again.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace afterstate {

class LayerStore {
 public:
  enum class Kind : std::uint32_t { task = 1, boards = 2, values = 3, tiles = 4 };

  /// Records reach the disk at least this often; a power failure costs no more.
  static constexpr std::chrono::milliseconds usual_sync_interval{10'000};

  /// Opens or creates the file; `task` describes what is being solved. Throws UserError if the file holds another task,
  /// is in use by another process, or cannot be created.
  LayerStore(std::string path, const std::string& task, std::chrono::milliseconds sync_interval = usual_sync_interval);

  /// Opens a file to check it: reads only, and takes no lock. Throws UserError if it cannot be read, Failure if it is
  /// not a layer store or not complete.
  explicit LayerStore(std::string path);

  ~LayerStore();
  LayerStore(const LayerStore&) = delete;
  LayerStore& operator=(const LayerStore&) = delete;

  const std::string& path() const { return path_; }
  std::string task() const;

  bool has(Kind kind, std::uint32_t tile_sum) const { return records_.contains({kind, tile_sum}); }

  /// The length of a record; 0 if there is none.
  std::uint64_t words_in(Kind kind, std::uint32_t tile_sum) const;

  /// Throws Failure if the disk is full; the earlier records are kept.
  void add(Kind kind, std::uint32_t tile_sum, std::span<const std::uint64_t> words);

  /// At most the first `max_words` words of a record, which must exist.
  std::vector<std::uint64_t> read(Kind kind, std::uint32_t tile_sum, std::uint64_t max_words = UINT64_MAX) const;

  /// The tile sums of all records of a kind, ascending.
  std::vector<std::uint32_t> tile_sums(Kind kind) const;

  /// Deletes the file, after its task is done.
  void remove();

 private:
  struct Place {
    std::uint64_t offset;
    std::uint64_t size;
  };

  /// Gives the size of the file.
  std::uint64_t find_records();
  void sync_if_due();
  [[noreturn]] void fail(const char* what) const;

  std::string path_;
  std::chrono::milliseconds sync_interval_;
  std::chrono::steady_clock::time_point synced_ = std::chrono::steady_clock::now();
  bool name_synced_ = false;
  int descriptor_ = -1;
  std::uint64_t end_ = 0;  ///< of the last complete record
  std::map<std::pair<Kind, std::uint32_t>, Place> records_;
};

}  // namespace afterstate
