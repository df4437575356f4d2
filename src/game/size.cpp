#include "game/size.h"

#include <fmt/format.h>

#include "base/error.h"

namespace afterstate {

Size parse_size(std::string_view name) {
  const auto is_side = [](char c) { return c >= '1' && c <= '4'; };
  if (name.size() != 3 || name[1] != 'x' || !is_side(name[0]) || !is_side(name[2]))
    throw UserError{fmt::format("board size '{}': sides go from 1 to 4, rows by columns, such as 4x4 or 2x3", name)};
  const Size size{name[0] - '0', name[2] - '0'};
  if (size.cells() < 2)
    throw UserError{fmt::format("board size '{}': a game needs at least two cells, such as 1x2 or 2x2", name)};
  return size;
}

std::string name_of(Size size) { return fmt::format("{}x{}", size.rows, size.cols); }

}  // namespace afterstate
