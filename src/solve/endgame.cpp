#include "solve/endgame.h"

#include <fmt/format.h>

#include "base/error.h"

namespace afterstate {

namespace {

UserError too_few_free_cells(std::string_view walls, int free) {
  return UserError{fmt::format("walls '{}': {} too few to make any target; give fewer walls", walls,
                               free == 1 ? "1 free cell is" : fmt::format("{} free cells are", free))};
}

}  // namespace

Walls parse_walls(std::string_view text) {
  Walls walls;
  for (const char letter : text) {
    const auto digit = std::string_view{"0123456789abcdef"}.find(letter);
    if (digit == std::string_view::npos)
      throw UserError{fmt::format("walls '{}': '{}' is not a cell from 0 to f", text, letter)};
    const auto bit = static_cast<std::uint16_t>(1U << digit);
    if ((walls.cells & bit) != 0) throw UserError{fmt::format("walls '{}': cell {} is given twice", text, letter)};
    walls.cells = static_cast<std::uint16_t>(walls.cells | bit);
  }
  if (walls.cells == 0) throw UserError{"walls '': give the cells of at least one wall, such as 012345"};
  if (walls.count() > 14) throw too_few_free_cells(text, 16 - walls.count());
  return walls;
}

std::string name_of(const Walls& walls) {
  std::string name;
  for (int cell = 0; cell < 16; ++cell)
    if ((walls.cells >> cell & 1) != 0) name += "0123456789abcdef"[cell];
  return name;
}

void Endgame::check(Walls walls, int target) {
  if (max_target(walls) < 4) throw too_few_free_cells(name_of(walls), 16 - walls.count());
  if (target < 4 || target > max_target(walls))
    throw UserError{fmt::format("target {}: with walls {} give a tile from 16 to {}, a power of 2",
                                std::uint64_t{1} << target, name_of(walls), 1 << max_target(walls))};
}

Endgame::Endgame(Walls walls, int target) : walls_(walls), target_(target) {
  check(walls, target);
  Board all;
  for (int cell = 0; cell < 16; ++cell) {
    if ((walls.cells >> cell & 1) == 0) {
      cells_.push_back(cell);
      continue;
    }
    // Neighbours differ, so that walls in place never merge.
    all.set_exponent(cell, 14 + (cell / 4 + cell) % 2);
    wall_mask_ |= std::uint64_t{15} << (4 * cell);
  }
  wall_nibbles_ = all.nibbles();
  for (std::size_t n = 1; n < cells_.size(); ++n) key_count_ *= static_cast<std::uint64_t>(target);
  // Symmetries other than the identity that keep the walls in place.
  Board solid;
  Board distinct;
  for (int cell = 0; cell < 16; ++cell) {
    solid.set_exponent(cell, walls.cells >> cell & 1);
    distinct.set_exponent(cell, cell);
  }
  const auto images = symmetric_images(solid);
  const auto images_of_distinct = symmetric_images(distinct);
  for (std::size_t image = 0; image < images.size(); ++image)
    if (images[image] == solid && images_of_distinct[image] != distinct) images_.push_back(image);
}

std::optional<Endgame::Board> Endgame::board_of(std::uint64_t key, std::uint32_t sum) const {
  Board board;
  for (std::size_t n = 1; n < cells_.size(); ++n) {
    const auto exponent = static_cast<int>(key % static_cast<std::uint64_t>(target_));
    key /= static_cast<std::uint64_t>(target_);
    board.set_exponent(cells_[n], exponent);
    if (exponent > 0) {
      if (sum < 1U << exponent) return std::nullopt;
      sum -= 1U << exponent;
    }
  }
  if (key != 0 || sum == 1 || sum >= 1U << target_ || (sum != 0 && !std::has_single_bit(sum))) return std::nullopt;
  if (sum > 0) board.set_exponent(cells_[0], std::countr_zero(sum));
  return board;
}

}  // namespace afterstate
