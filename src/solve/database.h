// The value database: the value of every afterstate of a solved game, in a file that is mapped into memory.
//
//   "AFTVALUE"  u32 version  u32 layers  u64 length of the header, a multiple of 8  header: JSON, padded with spaces
//   for each layer, in the order of tile sums: its boards as EliasFano words, then its values as packed numbers
//   for each layer: LayerEntry
//   u64 XXH3-64 of the head, the header and the entries
//
// Numbers are little-endian. Each layer has its own checksum, which is verified when the layer is first read, so that
// opening costs nothing. A value is (lowest + packed number) times the step of the file, and so differs from the exact
// one by at most half a step.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/elias_fano.h"
#include "game/duel.h"
#include "game/ranks.h"
#include "game/size.h"
#include "game/spawn.h"
#include "game/symmetry.h"
#include "os/atomic_file.h"
#include "os/mapped_file.h"
#include "solve/endgame.h"
#include "solve/objective.h"

namespace afterstate {

/// Which two-player game is solved.
struct SolvedDuel {
  DuelRule rule = DuelRule::two_or_four;
  DuelStart start = DuelStart::empty;
  double random = 0;  ///< the probability that a placement is random (2 with 90 %, 4 with 10 %) instead of the worst

  bool valid() const { return random >= 0 && random <= 1; }

  friend bool operator==(const SolvedDuel&, const SolvedDuel&) = default;
};

/// "rule 2or4, start empty, 50 % random placements".
std::string description_of(const SolvedDuel& duel);

/// The task and the results of a solve; counts are up to symmetry.
struct Solution {
  Size size{};
  Objective objective{};
  SpawnLaw law{};
  std::optional<SolvedDuel> duel{};  ///< nothing for the one-player game
  std::optional<Walls> walls{};      ///< of an endgame table: its boards are keys (solve/endgame.h)
  std::uint64_t states = 0;
  std::uint64_t afterstates = 0;
  std::uint64_t terminal = 0;
  double value = 0;                                     ///< of the start: expected score, or probability of the goal
  double step = 0;                                      ///< values in the file are multiples of this
  std::vector<std::pair<std::uint32_t, double>> tiles;  ///< probability of each tile under perfect play, from 2 up;
                                                        ///< none if placements are not random
  std::uint32_t tile_forced = 0;  ///< of a duel: the largest tile that the defender can force from the start

  /// Whether the values are those of the one-player game: all tiles are random.
  bool of_chance() const { return !duel || duel->random == 1; }
};

/// The position of a layer in the file and how it is packed.
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
  /// Throws UserError if it is not a readable regular file, Failure if it is not a value database or is damaged.
  explicit ValueDatabase(const std::string& path);

  /// What is checked: the fuzzer skips the checksums to reach the code behind them.
  enum class Check { everything, all_but_checksums };

  /// Reads `bytes`, which must outlive this object and be aligned to 8 bytes, as a file called `name`.
  ValueDatabase(std::span<const std::byte> bytes, std::string name, Check check);

  const Solution& solution() const { return solution_; }

  /// Throws Failure if the file was overwritten or cut short since it was opened. Between two calls, a file that was
  /// cut short is noticed by value(), one that was overwritten is not.
  void check_unchanged() const { file_.check_unchanged(); }

  /// Reads the whole file. Throws Failure if any part of it is damaged.
  void check_everything() const;

  /// The chance of an endgame table at a key; nothing if it has none: the board cannot be reached, or its chance is too
  /// small to be kept. Throws Failure if that part of the file is damaged.
  std::optional<double> chance(std::uint64_t key, std::uint32_t sum) const { return look_up(key, sum); }

  /// The value of an afterstate; nothing if it is not reachable. The board must have the size of the database. Throws
  /// Failure if that part of the file is damaged.
  template <class Board>
  std::optional<double> value(const Board& afterstate) const {
    if (solution_.objective.goal != 0 && max_exponent(afterstate) >= solution_.objective.goal) return 1;
    return look_up(canonical(afterstate).nibbles(), tile_sum(afterstate));
  }

 private:
  struct Layer {
    LayerEntry entry;
    std::span<const std::uint64_t> words;   ///< boards and values
    std::span<const std::uint64_t> values;  ///< the last part of `words`
  };

  void open(std::span<const std::byte> bytes);
  void check(std::size_t layer) const;
  [[noreturn]] void damaged(const std::string& how) const;
  std::optional<double> look_up(std::uint64_t nibbles, std::uint32_t sum) const;

  std::string name_;
  MappedFile file_;
  Check check_ = Check::everything;
  Solution solution_;
  std::vector<Layer> layers_;
  RankedLayers boards_;
  std::unique_ptr<std::atomic<bool>[]> checked_;  // NOLINT(modernize-avoid-c-arrays): atomics do not move
};

/// Whether the file at that path is a value database of `solve` or `duel solve`, not an endgame table.
bool is_database(const std::string& path);

/// The step of values in a file: 1/64 for scores and 2^-19 for probabilities; if `fine`, small enough to distinguish
/// moves that differ by a millionth. Without chance all values are whole numbers.
double value_step(const Objective& objective, const std::optional<SolvedDuel>& duel, bool fine);

/// Writes a database, which exists only after commit().
class DatabaseWriter {
 public:
  /// Throws UserError if the file cannot be created.
  DatabaseWriter(std::string path, const Solution& solution, std::uint32_t layers);

  /// Adds the next layer: its boards as EliasFano words, the largest of them, and a value for each. Throws Failure if
  /// the disk is full, as does commit().
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
