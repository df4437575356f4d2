#include "solve/endgame_table.h"

#include <fmt/format.h>

#include "base/error.h"

namespace afterstate {

namespace {

const Solution& checked(const ValueDatabase& database, const std::string& path) {
  if (!database.solution().walls) throw Failure{fmt::format("'{}' is a value database, not an endgame table", path)};
  return database.solution();
}

/// Whether a slide could merge two of these cells: they have equal tiles and nothing but empty cells between them.
bool can_merge(const Endgame::Board& board, std::uint16_t cells) {
  for (int cell = 0; cell < 16; ++cell) {
    if ((cells >> cell & 1) == 0) continue;
    for (const int step : {1, 4}) {
      const int last = step == 1 ? cell | 3 : cell % 4 + 12;
      int next = cell + step;
      while (next <= last && board.exponent(next) == 0) next += step;
      if (next <= last && board.exponent(next) == board.exponent(cell)) return true;
    }
  }
  return false;
}

}  // namespace

EndgameTable::EndgameTable(const std::string& path)
    : database_(path),
      game_(checked(database_, path).walls.value_or(Walls{}), checked(database_, path).objective.goal) {
  // The cell of a board that each cell of its image shows, found with a single tile on each cell in turn.
  for (int cell = 0; cell < 16; ++cell) {
    Board one;
    one.set_exponent(cell, 1);
    const auto images = symmetric_images(one);
    for (std::size_t image = 0; image < images.size(); ++image)
      for (int shown = 0; shown < 16; ++shown)
        if (images[image].exponent(shown) == 1 && (game_.walls().cells >> shown & 1) != 0)
          walls_[image] = static_cast<std::uint16_t>(walls_[image] | 1U << cell);
  }
}

std::optional<double> EndgameTable::chance(const Board& afterstate) const {
  const auto large = cells_from(afterstate, game_.target());
  for (std::size_t image = 0; image < walls_.size(); ++image)
    if (walls_[image] == large) {
      if (can_merge(afterstate, large)) return std::nullopt;
      return chance_of_image(afterstate, image);
    }
  return std::nullopt;
}

double EndgameTable::chance_of_image(const Board& afterstate, std::size_t image) const {
  std::uint64_t free = 0;
  for (int cell = 0; cell < 16; ++cell)
    if ((walls_[image] >> cell & 1) == 0) free |= std::uint64_t{15} << (4 * cell);
  const auto shown = symmetric_images(Board::from_words(afterstate.nibbles() & free))[image];
  const auto board = game_.canonical(shown);
  return database_.chance(game_.key_of(board), tile_sum(board)).value_or(0);
}

}  // namespace afterstate
