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

  void check_unchanged() const { database_.check_unchanged(); }

 private:
  ValueDatabase database_;
  Endgame game_;
  std::array<std::uint16_t, 8> walls_{};  ///< where the walls are in a board whose image of that number fits the table
};

}  // namespace afterstate
