#include "game/symmetry.h"

#include <gtest/gtest.h>

#include <set>

#include "game/notation.h"
#include "support.h"

namespace afterstate {
namespace {

TEST(Symmetry, MovesCells) {
  const auto board = parse_board<BasicBoard<2, 3>>("2 4 8/16 32 64");
  EXPECT_EQ(notation_of(transposed(board)), "2 16/4 32/8 64");
  EXPECT_EQ(notation_of(mirrored(board)), "8 4 2/64 32 16");
  EXPECT_EQ(notation_of(flipped(board)), "16 32 64/2 4 8");
  const auto wide = parse_board<BasicBoard<4, 4>>("131072 65536 0 0/0 0 0 0/0 0 0 0/0 0 0 2");
  EXPECT_EQ(notation_of(transposed(wide)), "131072 0 0 0/65536 0 0 0/0 0 0 0/0 0 0 2");
  EXPECT_EQ(notation_of(mirrored(wide)), "0 0 65536 131072/0 0 0 0/0 0 0 0/2 0 0 0");
  EXPECT_EQ(notation_of(flipped(wide)), "0 0 0 2/0 0 0 0/0 0 0 0/131072 65536 0 0");
}

using Exponents = std::vector<int>;

std::vector<Exponents> images_of(const Exponents& board, Size size) {
  return with_board(size, [&]<class Board>() {
    std::vector<Exponents> images;
    for (const auto& image : symmetric_images(board_from<Board>(board))) images.push_back(exponents_of(image));
    return images;
  });
}

Exponents canonical_of(const Exponents& board, Size size) {
  return with_board(size, [&]<class Board>() { return exponents_of(canonical(board_from<Board>(board))); });
}

TEST(Symmetry, ImagesFormAGroupOnEverySize) {
  for (const auto size : all_sizes())
    for (std::uint64_t n = 0; n < scaled(2000); ++n) {
      const auto board = with_board(size, [&]<class Board>() {
        return exponents_of(random_board<Board>(n, largest_exponent(Board::cells), 1 + static_cast<int>(n % 8)));
      });
      const auto images = images_of(board, size);
      const std::set<Exponents> orbit(images.begin(), images.end());
      ASSERT_EQ(images.size() % orbit.size(), 0U);
      ASSERT_EQ(images.front(), board);
      for (const auto& image : images) {
        const auto again = images_of(image, size);
        ASSERT_EQ(std::set<Exponents>(again.begin(), again.end()), orbit);
        ASSERT_EQ(canonical_of(image, size), canonical_of(board, size));
      }
      ASSERT_TRUE(orbit.contains(canonical_of(board, size)));
    }
}

TEST(Symmetry, SquareBoardsHaveEightAndOblongOnesFour) {
  const auto distinct = []<class Board>(Board board) {
    for (int cell = 0; cell < Board::cells; ++cell) board.set_exponent(cell, cell % 15 + (cell == 15 ? 2 : 1));
    const auto images = symmetric_images(board);
    return std::set<Board>(images.begin(), images.end()).size();
  };
  EXPECT_EQ(distinct(BasicBoard<4, 4>{}), 8U);
  EXPECT_EQ(distinct(BasicBoard<3, 3>{}), 8U);
  EXPECT_EQ(distinct(BasicBoard<2, 2>{}), 8U);
  EXPECT_EQ(distinct(BasicBoard<2, 3>{}), 4U);
  EXPECT_EQ(distinct(BasicBoard<4, 3>{}), 4U);
  EXPECT_EQ(distinct(BasicBoard<1, 4>{}), 2U);  // flipping changes nothing
}

}  // namespace
}  // namespace afterstate
