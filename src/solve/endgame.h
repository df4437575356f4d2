// Endgames: the large tiles of a 4x4 board are walls that neither move nor merge, and the other cells play to make a
// target tile. One table of chances serves all large tiles in the same cells.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/slide.h"
#include "game/spawn.h"
#include "game/symmetry.h"

namespace afterstate {

/// Cells with walls, one bit per cell, row by row.
struct Walls {
  std::uint16_t cells = 0;

  int count() const { return std::popcount(cells); }

  friend bool operator==(const Walls&, const Walls&) = default;
};

/// Reads row-major cells in hexadecimal, such as "012345". Throws UserError if one is given twice or is none, or if
/// fewer than two cells stay free.
Walls parse_walls(std::string_view text);

std::string name_of(const Walls& walls);

/// The game among walls. Its boards have empty cells in place of the walls; the smallest of symmetric boards represents
/// them all, where a symmetry keeps the walls in place.
class Endgame {
 public:
  using Board = BasicBoard<4, 4>;

  /// Throws UserError unless `target` is an exponent from 4 to max_target(walls).
  static void check(Walls walls, int target);

  /// Throws like check().
  Endgame(Walls walls, int target);

  /// The largest target that the free cells can make.
  static int max_target(Walls walls) { return std::min(largest_exponent(16 - walls.count()), 13); }

  Walls walls() const { return walls_; }
  int target() const { return target_; }

  /// The number of keys: every key is below it.
  std::uint64_t key_count() const { return key_count_; }

  /// Orders the canonical boards of one tile sum as their nibbles do, without the lowest free cell, which follows from
  /// the sum.
  std::uint64_t key_of(const Board& free) const {
    std::uint64_t key = 0;
    for (std::size_t n = cells_.size(); n-- > 1;)
      key = key * static_cast<std::uint64_t>(target_) + static_cast<std::uint64_t>(free.exponent(cells_[n]));
    return key;
  }

  /// The board with a key and a tile sum; nothing if there is none.
  std::optional<Board> board_of(std::uint64_t key, std::uint32_t sum) const;

  Board canonical(const Board& free) const {
    if (images_.empty()) return free;
    auto least = free;
    const auto all = symmetric_images(free);
    for (const auto image : images_) least = std::min(least, all[image], by_nibbles);
    return least;
  }

  /// Calls `visit(board)` with each free board that a slide leads to, with the walls in place.
  template <class Visit>
  void for_each_slide(const Board& free, Visit&& visit) const {
    afterstate::for_each_slide(Board::from_words(free.nibbles() | wall_nibbles_), [&](Direction, const auto& slid) {
      if ((slid.afterstate.nibbles() & wall_mask_) == wall_nibbles_)
        visit(Board::from_words(slid.afterstate.nibbles() & ~wall_mask_));
    });
  }

  /// Calls `visit(board, spawn, chance)` for each spawn.
  template <class Visit>
  void for_each_spawn(const Board& free, SpawnLaw law, Visit&& visit) const {
    afterstate::for_each_spawn(Board::from_words(free.nibbles() | wall_nibbles_), law,
                               [&](Spawn spawn, double chance) { visit(with_spawn(free, spawn), spawn, chance); });
  }

  bool succeeded(const Board& free) const { return max_exponent(free) >= target_; }

 private:
  static bool by_nibbles(const Board& a, const Board& b) { return a.nibbles() < b.nibbles(); }

  Walls walls_;
  int target_;
  std::vector<int> cells_;           ///< that are free, ascending
  std::vector<std::size_t> images_;  ///< other symmetries that keep the walls in place
  std::uint64_t wall_mask_ = 0;
  std::uint64_t wall_nibbles_ = 0;
  std::uint64_t key_count_ = 1;
};

}  // namespace afterstate
