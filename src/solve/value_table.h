// The values of one layer by board: a hash table that is small enough to stay in the cache.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace afterstate {

/// A layer lacks a board that another layer leads to.
struct MissingBoard {};

class ValueTable {
 public:
  ValueTable() : ValueTable(std::span<const std::uint64_t>{}, std::span<const double>{}) {}

  /// `tiles` is empty, or has the exponent of a tile for each board.
  ValueTable(std::span<const std::uint64_t> boards, std::span<const double> values,
             std::span<const std::uint8_t> tiles = {})
      : shift_(63 - static_cast<int>(std::bit_width(boards.size()))),
        slots_(std::size_t{1} << (64 - shift_)),
        tiles_(tiles.empty() ? 0 : slots_.size()) {
    for (std::size_t index = 0; index < boards.size(); ++index) {
      auto slot = home_of(boards[index]);
      while (slots_[slot].board != nobody) slot = next(slot);
      slots_[slot] = {boards[index], values[index]};
      if (!tiles.empty()) tiles_[slot] = tiles[index];
    }
  }

  std::size_t slot_count() const { return slots_.size(); }

  /// The slot of a board. Throws MissingBoard if it is not in the layer.
  std::size_t slot_of(std::uint64_t board) const {
    auto slot = home_of(board);
    while (slots_[slot].board != board) {
      if (slots_[slot].board == nobody) throw MissingBoard{};
      slot = next(slot);
    }
    return slot;
  }

  double value_at(std::size_t slot) const { return slots_[slot].value; }

  /// 0 in a table without tiles.
  int tile_at(std::size_t slot) const { return tiles_.empty() ? 0 : tiles_[slot]; }

 private:
  static constexpr auto nobody = std::numeric_limits<std::uint64_t>::max();

  struct Slot {
    std::uint64_t board = nobody;
    double value = 0;
  };

  std::size_t home_of(std::uint64_t board) const { return board * 0x9E37'79B9'7F4A'7C15ULL >> shift_; }
  std::size_t next(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }

  int shift_;
  std::vector<Slot> slots_;
  std::vector<std::uint8_t> tiles_;  ///< by slot
};

}  // namespace afterstate
