// All endgame tables of a folder: which of them knows a board, and what it says.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solve/endgame_table.h"

namespace afterstate {

/// What an endgame table knows about an afterstate.
struct EndgameChance {
  std::size_t table;    ///< its number
  std::uint32_t tiles;  ///< that are walls, one bit per exponent
  double chance;        ///< to make its target
};

class EndgameTables {
 public:
  using Board = EndgameTable::Board;

  /// Opens every file NAME.end of a folder. Throws UserError if there is none or if two are for the same walls and
  /// target, and like EndgameTable.
  explicit EndgameTables(const std::string& folder);

  /// Whether the folder has files NAME.end.
  static bool any_in(const std::string& folder);

  std::size_t size() const { return tables_.size(); }
  const EndgameTable& operator[](std::size_t table) const { return *tables_[table]; }

  /// The table of these walls, or of a symmetric image of them; nothing if there is none.
  std::optional<std::size_t> table_of(Walls walls, int target) const;

  /// The chance in the first table that fits, those with the largest target first. Tiles of at least the target must be
  /// the walls and differ from each other. Only tables are asked for which `accepts(table, tiles)` is true.
  template <class Accepts>
  std::optional<EndgameChance> find(const Board& afterstate, Accepts&& accepts) const {
    for (const auto& target : targets_) {
      const auto large = cells_from(afterstate, target.exponent);
      const auto place = target.places[large];
      if (place == 0) continue;
      const std::size_t table = (place - 1U) / 8;
      const auto tiles = different_tiles(afterstate, large);
      if (tiles == 0 || !accepts(table, tiles)) continue;
      return EndgameChance{table, tiles, tables_[table]->chance_of_image(afterstate, (place - 1U) % 8)};
    }
    return std::nullopt;
  }

  /// Throws Failure if a file was overwritten or cut short since it was opened.
  void check_unchanged() const;

 private:
  /// The tables for one target.
  struct Target {
    int exponent;
    std::vector<std::uint16_t> places;  ///< by the cells of large tiles: 8 times the table, and the image, plus 1; or 0
  };

  /// The tiles of these cells, one bit per exponent; 0 if two are equal.
  static std::uint32_t different_tiles(const Board& board, std::uint16_t cells) {
    std::uint32_t seen = 0;
    for (; cells != 0; cells = static_cast<std::uint16_t>(cells & (cells - 1))) {
      const auto tile = 1U << board.exponent(std::countr_zero(cells));
      if ((seen & tile) != 0) return 0;
      seen |= tile;
    }
    return seen;
  }

  std::vector<std::unique_ptr<EndgameTable>> tables_;
  std::vector<Target> targets_;  ///< the largest first
};

}  // namespace afterstate
