#include "game/perft.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "game/notation.h"
#include "game/slide.h"
#include "game/spawn.h"
#include "support.h"

namespace afterstate {
namespace {

/// The definition, without symmetry or cache.
template <class Board>
std::uint64_t plain_perft(const Board& board, int depth) {
  if (depth == 0) return 1;
  std::uint64_t leaves = 0;
  for (const auto direction : all_directions)
    if (const auto slid = slide(board, direction))
      for (int cell = 0; cell < Board::cells; ++cell)
        if (slid->afterstate.exponent(cell) == 0)
          for (const int exponent : {1, 2})
            leaves += plain_perft(with_spawn(slid->afterstate, {cell, exponent}), depth - 1);
  return leaves;
}

TEST(Perft, EqualsPlainRecursionOnEverySize) {
  for (const auto size : all_sizes())
    with_board(size, []<class Board>() {
      for (std::uint64_t n = 0; n < 10; ++n) {
        const auto board =
            random_board<Board>(n, std::min(3, largest_exponent(Board::cells)), 1 + static_cast<int>(n % 8));
        const int depth = Board::cells < 8 ? 4 : 2;
        ASSERT_EQ(perft(exponents_of(board), size_of<Board>, depth), plain_perft(board, depth)) << notation_of(board);
      }
    });
}

TEST(Perft, CountsAreGolden) {
  const auto corners = parse_exponents("2 0 0 0/0 0 0 0/0 0 0 0/0 0 0 2", {4, 4});
  EXPECT_EQ(perft(corners, {4, 4}, 0), 1U);
  EXPECT_EQ(perft(corners, {4, 4}, 1), 112U);
  EXPECT_EQ(perft(corners, {4, 4}, 4), 104'575'264U);
  EXPECT_EQ(perft(corners, {4, 4}, 5), 9'378'805'920U);
}

TEST(Perft, AFinishedGameHasNoSequel) {
  const auto over = parse_exponents("2 4/4 2", {2, 2});
  EXPECT_EQ(perft(over, {2, 2}, 0), 1U);
  EXPECT_EQ(perft(over, {2, 2}, 1), 0U);
  EXPECT_EQ(perft(over, {2, 2}, 9), 0U);
}

TEST(Perft, SaysWhereTheCountDoesNotFit) {
  // With 2 and 4 counted separately, the count on 2x3 grows by a factor of about 8 per turn as long as games last.
  EXPECT_THROW(perft(parse_exponents("0 0 0/0 0 2", {2, 3}), {2, 3}, 40), Failure);
}

}  // namespace
}  // namespace afterstate
