#include "game/perft.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "base/error.h"
#include "game/notation.h"
#include "game/slide.h"
#include "game/spawn.h"

namespace afterstate {

namespace {

/// Symmetric boards are counted once, as long as they are in a cache of fixed size.
template <class Board>
class Perft {
 public:
  std::uint64_t leaves(const Board& board, int depth) {
    if (depth == 0) return 1;
    if (depth == 1) return leaves_of_one_turn(board);
    const Board key = canonical(board);
    if (cache_.empty()) cache_.resize(std::size_t{1} << std::min(4 * depth, 20));
    const auto hash = std::hash<Board>{}(key) + static_cast<std::size_t>(depth) * 0x9E37'79B9;
    const auto slot = hash % cache_.size();
    if (cache_[slot].depth == depth && cache_[slot].board == key) return cache_[slot].leaves;
    std::uint64_t sum = 0;
    for (const auto direction : all_directions)
      if (const auto slid = slide(key, direction))
        for (int cell = 0; cell < Board::cells; ++cell)
          if (slid->afterstate.exponent(cell) == 0)
            for (const int exponent : {1, 2})
              if (__builtin_add_overflow(sum, leaves(with_spawn(slid->afterstate, {cell, exponent}), depth - 1), &sum))
                throw Failure{"the count does not fit in 64 bits; choose a smaller depth"};
    cache_[slot] = {key, depth, sum};
    return sum;
  }

 private:
  struct Counted {
    Board board;
    int depth = 0;
    std::uint64_t leaves = 0;
  };

  static std::uint64_t leaves_of_one_turn(const Board& board) {
    std::uint64_t sum = 0;
    for (const auto direction : all_directions)
      if (const auto slid = slide(board, direction))
        sum += 2 * static_cast<std::uint64_t>(empty_count(slid->afterstate));
    return sum;
  }

  std::vector<Counted> cache_;
};

}  // namespace

std::uint64_t perft(std::span<const int> exponents, Size size, int depth) {
  return with_board(size, [&]<class Board>() { return Perft<Board>{}.leaves(board_from<Board>(exponents), depth); });
}

}  // namespace afterstate
