#include "game/packed_board.h"

#include <cassert>
#include <cstddef>

namespace afterstate {

PackedBoard packed_from(std::span<const int> exponents) {
  assert(exponents.size() <= LargestBoard::cells);
  LargestBoard board;
  for (std::size_t cell = 0; cell < exponents.size(); ++cell)
    board.set_exponent(static_cast<int>(cell), exponents[cell]);
  return packed(board);
}

std::vector<int> exponents_of(const PackedBoard& board, Size size) {
  const auto large = unpacked<LargestBoard>(board);
  std::vector<int> exponents;
  for (int cell = 0; cell < size.cells(); ++cell) exponents.push_back(large.exponent(cell));
  return exponents;
}

}  // namespace afterstate
