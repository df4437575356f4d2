// A slow, obvious solver: plain recursion over the slow rules, every board separately, no symmetry and no layers. Uses
// nothing from src/.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "game/slow_twin.h"

namespace afterstate::slow {

class Solver {
 public:
  /// `goal` is the tile to make, 0 for the score.
  Solver(int rows, int cols, double four, std::uint32_t goal) : rows_(rows), cols_(cols), four_(four), goal_(goal) {}

  double value_of_start() {
    const Grid empty{rows_, cols_, std::vector<std::uint32_t>(static_cast<std::size_t>(rows_ * cols_), 0)};
    return mean_over_spawns(
        empty, [&](const Grid& one) { return mean_over_spawns(one, [&](const Grid& two) { return best(two); }); });
  }

  /// The value of the best move on a board; 0 if no move is legal.
  double best(const Grid& board) {
    states_.insert(board.tiles);
    double best = 0;
    for (const auto& [down, right] : directions) {
      const auto slid = slide_cell_by_cell(board, down, right);
      if (!slid.legal) continue;
      const bool made = goal_ != 0 && std::ranges::find(slid.grid.tiles, goal_) != slid.grid.tiles.end();
      best = std::max(best, made ? 1 : (goal_ == 0 ? slid.reward : 0) + value(slid.grid));
    }
    return best;
  }

  double value(const Grid& afterstate) {
    if (const auto known = values_.find(afterstate.tiles); known != values_.end()) return known->second;
    const double value = mean_over_spawns(afterstate, [&](const Grid& board) { return best(board); });
    return values_[afterstate.tiles] = value;
  }

  /// Of every afterstate that the recursion visited.
  const std::map<std::vector<std::uint32_t>, double>& values() const { return values_; }
  const std::set<std::vector<std::uint32_t>>& states() const { return states_; }

 private:
  static constexpr int directions[4][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};

  template <class Value>
  double mean_over_spawns(const Grid& grid, const Value& value_of) {
    double sum = 0;
    int empty = 0;
    for (std::size_t cell = 0; cell < grid.tiles.size(); ++cell) {
      if (grid.tiles[cell] != 0) continue;
      ++empty;
      auto spawned = grid;
      spawned.tiles[cell] = 2;
      if (four_ < 1) sum += (1 - four_) * value_of(spawned);
      spawned.tiles[cell] = 4;
      if (four_ > 0) sum += four_ * value_of(spawned);
    }
    return sum / empty;
  }

  int rows_;
  int cols_;
  double four_;
  std::uint32_t goal_;
  std::map<std::vector<std::uint32_t>, double> values_;
  std::set<std::vector<std::uint32_t>> states_;
};

}  // namespace afterstate::slow
