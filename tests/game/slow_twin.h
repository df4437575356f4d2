// A slow, obvious implementation of the rules: tiles as values, moved one cell at a time. Uses nothing from src/.
#pragma once

#include <cstdint>
#include <vector>

namespace afterstate::slow {

struct Grid {
  int rows;
  int cols;
  std::vector<std::uint32_t> tiles;

  std::uint32_t& at(int row, int col) { return tiles[static_cast<std::size_t>(row * cols + col)]; }

  friend bool operator==(const Grid&, const Grid&) = default;
};

struct Result {
  Grid grid;
  std::uint32_t reward = 0;
  bool legal = false;
};

/// `down` and `right` give the direction: (-1, 0) is up, (0, 1) is right. Tiles of 131072 do not merge.
inline Result slide_cell_by_cell(const Grid& before, int down, int right) {
  Result result{before, 0, false};
  Grid merged{before.rows, before.cols, std::vector<std::uint32_t>(before.tiles.size(), 0)};
  const auto inside = [&](int row, int col) { return row >= 0 && row < before.rows && col >= 0 && col < before.cols; };
  // The tiles nearest to the wall go first.
  for (int i = 0; i < before.rows; ++i)
    for (int j = 0; j < before.cols; ++j) {
      int row = down > 0 ? before.rows - 1 - i : i;
      int col = right > 0 ? before.cols - 1 - j : j;
      if (result.grid.at(row, col) == 0) continue;
      while (inside(row + down, col + right)) {
        auto& here = result.grid.at(row, col);
        auto& there = result.grid.at(row + down, col + right);
        if (there == 0) {
          there = here;
          here = 0;
          result.legal = true;
        } else {
          const bool fresh = merged.at(row + down, col + right) != 0;
          if (there == here && !fresh && here != 131072) {
            there *= 2;
            here = 0;
            merged.at(row + down, col + right) = 1;
            result.reward += there;
            result.legal = true;
          }
          break;
        }
        row += down;
        col += right;
      }
    }
  return result;
}

}  // namespace afterstate::slow
