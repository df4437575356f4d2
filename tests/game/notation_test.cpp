#include "game/notation.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support.h"

namespace afterstate {
namespace {

std::string message_of(std::string_view text, Size size) {
  try {
    parse_exponents(text, size);
  } catch (const UserError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Notation, ReadsSpacesCommasSlashesAndDots) {
  const std::vector<int> expected{1, 0, 2, 5};
  for (const auto* text : {"2 0 4 32", "2,0,4,32", "2 . / 4 32", " 2, ./4,32 ", "2\t0\n4\t32\n"})
    EXPECT_EQ(parse_exponents(text, {2, 2}), expected) << text;
}

TEST(Notation, RoundTripsOnEverySize) {
  for (const auto size : all_sizes())
    with_board(size, []<class Board>() {
      for (std::uint64_t n = 0; n < scaled(2000); ++n) {
        const auto board = random_board<Board>(n, largest_exponent(Board::cells), 1 + static_cast<int>(n % 8));
        ASSERT_EQ(parse_board<Board>(notation_of(board)), board);
      }
    });
}

TEST(Notation, NamesWhatIsWrong) {
  EXPECT_EQ(message_of("2 0 0 3", {2, 2}),
            "tile '3': a tile is a power of two such as 2 or 1024, an empty cell is 0 or .");
  EXPECT_NE(message_of("2 0 0 x", {2, 2}).find("tile 'x'"), std::string::npos);
  EXPECT_NE(message_of("2 0 0 1", {2, 2}).find("tile '1'"), std::string::npos);
  EXPECT_NE(message_of("2 0 0 -2", {2, 2}).find("tile '-2'"), std::string::npos);
  EXPECT_NE(message_of("2 0 0 2x", {2, 2}).find("tile '2x'"), std::string::npos);
  EXPECT_EQ(message_of("2 0 0 64", {2, 2}), "tile '64': the largest tile that can exist on 2x2 is 32");
  EXPECT_NE(message_of("2 0 0 99999999999999999999999", {2, 2}).find("the largest tile that can exist"),
            std::string::npos);
  EXPECT_NE(message_of("262144 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0", {4, 4}).find("is 131072"), std::string::npos);
  EXPECT_EQ(message_of("2 0 0", {2, 2}),
            "board '2 0 0': 2x2 has 4 cells and 3 were given; write its tiles row by row, 0 for empty");
  EXPECT_NE(message_of("2 0 0 0 0", {2, 2}).find("5 were given"), std::string::npos);
  EXPECT_NE(message_of("", {2, 2}).find("0 were given"), std::string::npos);
}

TEST(SizeName, IsRowsByColumns) {
  for (const auto size : all_sizes()) EXPECT_EQ(parse_size(name_of(size)), size);
  EXPECT_EQ(parse_size("2x3").rows, 2);
  for (const auto* wrong : {"5x5", "1x1", "0x4", "4", "4x", "x4", "4x4x4", "4*4", "", "44", "4X4", " 4x4"})
    EXPECT_THROW(parse_size(wrong), UserError) << wrong;
}

TEST(SizeName, BecomesTheTypeOfThatSize) {
  for (const auto size : all_sizes()) with_board(size, [&]<class Board>() { EXPECT_EQ((size_of<Board>), size); });
}

}  // namespace
}  // namespace afterstate
