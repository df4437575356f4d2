// Board sizes by name, and the one place where a name becomes a type.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "game/board.h"

namespace afterstate {

/// Rows by columns.
struct Size {
  int rows = 4;
  int cols = 4;

  constexpr int cells() const { return rows * cols; }

  friend constexpr bool operator==(const Size&, const Size&) = default;
};

/// Reads a name such as "3x3"; throws UserError for anything but sides of 1 to 4 with at least two cells.
Size parse_size(std::string_view name);

std::string name_of(Size size);

template <class Board>
inline constexpr Size size_of{Board::rows, Board::cols};

/// Calls `visitor.template operator()<BasicBoard<rows, cols>>()` for a size from parse_size.
template <class Visitor>
decltype(auto) with_board(Size size, Visitor&& visitor) {
  const auto with_cols = [&]<int rows>() -> decltype(auto) {
    switch (size.cols) {
      case 1:
        if constexpr (rows > 1) return visitor.template operator()<BasicBoard<rows, 1>>();
        [[fallthrough]];
      case 2: return visitor.template operator()<BasicBoard<rows, 2>>();
      case 3: return visitor.template operator()<BasicBoard<rows, 3>>();
      default: return visitor.template operator()<BasicBoard<rows, 4>>();
    }
  };
  switch (size.rows) {
    case 1: return with_cols.template operator()<1>();
    case 2: return with_cols.template operator()<2>();
    case 3: return with_cols.template operator()<3>();
    default: return with_cols.template operator()<4>();
  }
}

}  // namespace afterstate
