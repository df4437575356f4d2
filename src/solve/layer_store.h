// The finished layers of a solve, in a file that survives any interruption: a sequence of records, each with a
// checksum, so that a truncated record is detected and computed again.
#pragma once

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
  enum class Kind : std::uint32_t { task = 1, boards = 2, values = 3 };

  /// Opens or creates the file; `task` describes what is being solved. Throws UserError if the file holds another task,
  /// is in use by another process, or cannot be created.
  LayerStore(std::string path, const std::string& task);
  ~LayerStore();
  LayerStore(const LayerStore&) = delete;
  LayerStore& operator=(const LayerStore&) = delete;

  bool has(Kind kind, std::uint32_t tile_sum) const { return records_.contains({kind, tile_sum}); }

  /// Throws Failure if the disk is full; the earlier records are kept.
  void add(Kind kind, std::uint32_t tile_sum, std::span<const std::uint64_t> words);

  std::vector<std::uint64_t> read(Kind kind, std::uint32_t tile_sum) const;

  /// Deletes the file, after its task is done.
  void remove();

 private:
  struct Place {
    std::uint64_t offset;
    std::uint64_t size;
  };

  void find_records();
  [[noreturn]] void fail(const char* what) const;

  std::string path_;
  int descriptor_ = -1;
  std::uint64_t end_ = 0;
  std::map<std::pair<Kind, std::uint32_t>, Place> records_;
};

}  // namespace afterstate
