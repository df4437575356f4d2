// A table of an endgame, for boards of real games.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "solve/database.h"
#include "solve/endgame.h"

namespace afterstate {

class EndgameTable {
 public:
  using Board = Endgame::Board;

  /// Throws UserError if the file cannot be read, Failure if it is damaged or not an endgame table.
  explicit EndgameTable(const std::string& path);

  const Solution& solution() const { return database_.solution(); }

  /// The chance of making the target from an afterstate whose tiles of at least the target are just the walls of the
  /// table, or those of a symmetric board, and cannot merge; 0 for a chance too small to be kept. Nothing for other
  /// boards.
  std::optional<double> chance(const Board& afterstate) const;

  /// The exponent of the tile to make.
  int target() const { return game_.target(); }

  /// Where the walls are in a board whose symmetric image of that number fits the table.
  Walls walls_in(std::size_t image) const { return {walls_[image]}; }

  /// The same as chance(), for a board whose tiles of at least the target are walls_in(image) and differ from each
  /// other.
  double chance_of_image(const Board& afterstate, std::size_t image) const;

  void check_unchanged() const { database_.check_unchanged(); }

 private:
  ValueDatabase database_;
  Endgame game_;
  std::array<std::uint16_t, 8> walls_{};  ///< walls_in()
};

}  // namespace afterstate
