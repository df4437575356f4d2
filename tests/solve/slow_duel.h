// The two-player game by plain recursion: every board separately, no symmetry and no layers. Uses nothing from src/.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include "game/slow_twin.h"

namespace afterstate::slow {

class Duel {
 public:
  /// The shares of random placements for which values are found at the same time.
  static constexpr std::array<double, 3> shares{0, 0.5, 1};

  struct Worth {
    std::array<double, shares.size()> values{};  ///< by share
    std::uint32_t tile_forced = 0;
  };

  Duel(int rows, int cols, bool four_allowed) : rows_(rows), cols_(cols), four_allowed_(four_allowed) {}

  Grid empty() const { return {rows_, cols_, std::vector<std::uint32_t>(static_cast<std::size_t>(rows_ * cols_), 0)}; }

  /// The defender slides on two random tiles; the forced tile is that of the worst ones.
  Worth start_with_two() {
    Worth start{{}, std::numeric_limits<std::uint32_t>::max()};
    for (const auto& [one, first] : placements(empty()))
      for (const auto& [two, second] : placements(one)) {
        const auto worth = to_slide(two);
        for (std::size_t share = 0; share < shares.size(); ++share)
          start.values[share] += first * second * worth.values[share];
        start.tile_forced = std::min(start.tile_forced, worth.tile_forced);
      }
    return start;
  }

  /// A board on which the defender slides.
  Worth to_slide(const Grid& board) {
    states_.insert(board.tiles);
    Worth best;
    bool stuck = true;
    for (const auto& [down, right] : {std::pair{-1, 0}, {0, 1}, {1, 0}, {0, -1}}) {
      const auto slid = slide_cell_by_cell(board, down, right);
      if (!slid.legal) continue;
      stuck = false;
      const auto after = to_place(slid.grid);
      for (std::size_t share = 0; share < shares.size(); ++share)
        best.values[share] = std::max(best.values[share], slid.reward + after.values[share]);
      best.tile_forced = std::max(best.tile_forced, after.tile_forced);
    }
    if (stuck) best.tile_forced = *std::ranges::max_element(board.tiles);
    if (stuck) terminal_.insert(board.tiles);
    return best;
  }

  /// A board on which a tile is placed.
  Worth to_place(const Grid& afterstate) {
    if (const auto known = worths_.find(afterstate.tiles); known != worths_.end()) return known->second;
    Worth mean;
    Worth worst;
    worst.values.fill(std::numeric_limits<double>::infinity());
    worst.tile_forced = std::numeric_limits<std::uint32_t>::max();
    for (const auto& [board, chance] : placements(afterstate)) {
      const auto worth = to_slide(board);
      for (std::size_t share = 0; share < shares.size(); ++share) {
        mean.values[share] += chance * worth.values[share];
        worst.values[share] = std::min(worst.values[share], worth.values[share]);
      }
      worst.tile_forced = std::min(worst.tile_forced, worth.tile_forced);
    }
    for (std::size_t share = 0; share < shares.size(); ++share)
      worst.values[share] = shares[share] * mean.values[share] + (1 - shares[share]) * worst.values[share];
    return worths_[afterstate.tiles] = worst;
  }

  /// Of every board that the recursion visited.
  const std::map<std::vector<std::uint32_t>, Worth>& worths() const { return worths_; }
  const std::set<std::vector<std::uint32_t>>& states() const { return states_; }
  const std::set<std::vector<std::uint32_t>>& terminal() const { return terminal_; }

 private:
  /// With the probability that a random placement has.
  std::vector<std::pair<Grid, double>> placements(const Grid& grid) const {
    const auto cells = static_cast<double>(std::ranges::count(grid.tiles, 0U));
    std::vector<std::pair<Grid, double>> all;
    for (std::size_t cell = 0; cell < grid.tiles.size(); ++cell) {
      if (grid.tiles[cell] != 0) continue;
      auto placed = grid;
      placed.tiles[cell] = 2;
      all.emplace_back(placed, (four_allowed_ ? 0.9 : 1) / cells);
      placed.tiles[cell] = 4;
      if (four_allowed_) all.emplace_back(placed, 0.1 / cells);
    }
    return all;
  }

  int rows_;
  int cols_;
  bool four_allowed_;
  std::map<std::vector<std::uint32_t>, Worth> worths_;
  std::set<std::vector<std::uint32_t>> states_;
  std::set<std::vector<std::uint32_t>> terminal_;
};

}  // namespace afterstate::slow
