// The value database: the value of every afterstate of a solved game, in a file that is mapped into memory.
//
//   "AFTVALUE"  u32 version  u32 layers  u64 length of the header, a multiple of 8  header: JSON, spaces after it
//   for each layer, in the order of tile sums: its boards as EliasFano words, then its values as packed numbers
//   for each layer: LayerEntry
//   u64 XXH3-64 of the head, the header and the entries
//
// Numbers are little-endian. A layer has a checksum of its own, which is compared when the layer is first touched, so
// that opening costs nothing. A value is (lowest + packed number) times the step of the file, and so at most half a
// step from the exact one.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/atomic_file.h"
#include "base/elias_fano.h"
#include "base/mapped_file.h"
#include "game/ranks.h"
#include "game/size.h"
#include "game/spawn.h"
#include "game/symmetry.h"
#include "solve/objective.h"

namespace afterstate {

/// What a solved game is, and what came out; counts are up to symmetry.
struct Solution {
  Size size{};
  Objective objective{};
  SpawnLaw law{};
  std::uint64_t states = 0;
  std::uint64_t afterstates = 0;
  std::uint64_t terminal = 0;
  double value = 0;                                     ///< of the start: expected score, or chance of the goal
  double step = 0;                                      ///< values in the file are multiples of this
  std::vector<std::pair<std::uint32_t, double>> tiles;  ///< how likely perfect play makes each tile, from 2 up
};

/// Where a layer lies in the file and how it is packed.
struct LayerEntry {
  std::uint32_t tile_sum;
  std::uint32_t value_bits;
  std::uint64_t count;
  std::uint64_t largest_board;
  std::int64_t lowest;
  std::uint64_t offset;  ///< in bytes from the beginning of the file
  std::uint64_t checksum;

  std::size_t board_words() const { return EliasFano::word_count(count, largest_board); }
  std::size_t value_words() const;
};

class ValueDatabase {
 public:
  /// Throws UserError where there is no such file, Failure where it is something else, cut short or damaged.
  explicit ValueDatabase(const std::string& path);

  /// What is checked: the fuzzer leaves the checksums out to reach what comes behind them.
  enum class Check { everything, all_but_checksums };

  /// Reads `bytes`, which must stay and be aligned as words are, as a file called `name`.
  ValueDatabase(std::span<const std::byte> bytes, std::string name, Check check);

  const Solution& solution() const { return solution_; }

  /// The value of an afterstate; nothing where play cannot reach it. The board has the size of the database. Throws
  /// Failure where that part of the file is damaged.
  template <class Board>
  std::optional<double> value(const Board& afterstate) const {
    if (solution_.objective.goal != 0 && max_exponent(afterstate) >= solution_.objective.goal) return 1;
    return look_up(canonical(afterstate).nibbles(), tile_sum(afterstate));
  }

 private:
  struct Layer {
    LayerEntry entry;
    std::span<const std::uint64_t> words;   ///< boards and values
    std::span<const std::uint64_t> values;  ///< their end
  };

  void open(std::span<const std::byte> bytes);
  void check(std::size_t layer) const;
  std::optional<double> look_up(std::uint64_t nibbles, std::uint32_t sum) const;

  std::string name_;
  MappedFile file_;
  Check check_ = Check::everything;
  Solution solution_;
  std::vector<Layer> layers_;
  RankedLayers boards_;
  std::unique_ptr<std::atomic<bool>[]> checked_;  // NOLINT(modernize-avoid-c-arrays): atomics do not move
};

/// Whether the file at that path begins as a value database does.
bool is_database(const std::string& path);

/// The step of values in a file: 1/64 for scores and 2^-19 for chances, or fine enough to tell moves apart that differ
/// by a millionth.
double value_step(const Objective& objective, bool fine);

/// Writes a database that is there after commit() alone.
class DatabaseWriter {
 public:
  /// Throws UserError where the file cannot be made.
  DatabaseWriter(std::string path, const Solution& solution, std::uint32_t layers);

  /// The next layer: its boards as EliasFano words, the largest of them, and a value for each. Throws Failure where the
  /// disk is full, as commit() does.
  void add(std::uint32_t tile_sum, std::span<const std::uint64_t> board_words, std::uint64_t largest_board,
           std::span<const double> values);

  void commit();

 private:
  AtomicFile file_;
  double step_;
  std::string head_;
  std::vector<LayerEntry> entries_;
  std::uint64_t offset_;
};

}  // namespace afterstate
