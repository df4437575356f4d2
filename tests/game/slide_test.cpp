#include "game/slide.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <type_traits>

#include "game/notation.h"
#include "game/slow_twin.h"
#include "game/spawn.h"
#include "support.h"

namespace afterstate {
namespace {

template <class Board>
slow::Grid grid_of(const Board& board) {
  slow::Grid grid{Board::rows, Board::cols, {}};
  for (const int exponent : exponents_of(board)) grid.tiles.push_back(tile_value(exponent));
  return grid;
}

slow::Result slow_slide(const slow::Grid& grid, Direction direction) {
  switch (direction) {
    case Direction::up: return slow::slide_cell_by_cell(grid, -1, 0);
    case Direction::right: return slow::slide_cell_by_cell(grid, 0, 1);
    case Direction::down: return slow::slide_cell_by_cell(grid, 1, 0);
    default: return slow::slide_cell_by_cell(grid, 0, -1);
  }
}

/// Compares all four slides and the legal moves with the slow twin; stops the test at the first difference.
template <class Board>
void expect_equal_to_twin(const Board& board) {
  const auto grid = grid_of(board);
  const auto legal = legal_moves(board);
  std::array<std::optional<Slid<Board>>, 4> together;
  for_each_slide(board,
                 [&](Direction direction, const auto& slid) { together[static_cast<std::size_t>(direction)] = slid; });
  for (const auto direction : all_directions) {
    const auto slow = slow_slide(grid, direction);
    const auto fast = slide(board, direction);
    ASSERT_EQ(fast.has_value(), slow.legal) << notation_of(board) << ' ' << name_of(direction);
    ASSERT_EQ(together[static_cast<std::size_t>(direction)], fast) << notation_of(board) << ' ' << name_of(direction);
    ASSERT_EQ(legal.contains(direction), slow.legal) << notation_of(board) << ' ' << name_of(direction);
    if (!fast) continue;
    ASSERT_EQ(fast->reward, slow.reward) << notation_of(board) << ' ' << name_of(direction);
    ASSERT_EQ(grid_of(fast->afterstate), slow.grid) << notation_of(board) << ' ' << name_of(direction);
  }
}

using Square = BasicBoard<4, 4>;

std::string slid(const char* board, Direction direction) {
  const auto result = slide(parse_board<Square>(std::string{board} + "/0 0 0 0/0 0 0 0/0 0 0 0"), direction);
  return result ? notation_of(result->afterstate).substr(0, notation_of(result->afterstate).find('/')) : "illegal";
}

TEST(Slide, MergesFromTheWallInwardAndOnce) {
  EXPECT_EQ(slid("2 2 2 0", Direction::left), "4 2 0 0");
  EXPECT_EQ(slid("2 2 2 0", Direction::right), "0 0 2 4");
  EXPECT_EQ(slid("2 2 2 2", Direction::left), "4 4 0 0");
  EXPECT_EQ(slid("4 2 2 0", Direction::left), "4 4 0 0");
  EXPECT_EQ(slid("2 4 8 16", Direction::left), "illegal");
}

TEST(Slide, MakesTilesBeyond32768) {
  EXPECT_EQ(slid("32768 32768 0 0", Direction::left), "65536 0 0 0");
  EXPECT_EQ(slid("32768 32768 32768 32768", Direction::right), "0 0 65536 65536");
  EXPECT_EQ(slid("65536 65536 0 0", Direction::right), "0 0 0 131072");
  EXPECT_EQ(slid("65536 32768 0 0", Direction::left), "illegal");
  EXPECT_EQ(slid("131072 131072 0 0", Direction::left), "illegal");
  EXPECT_EQ(slide(parse_board<Square>("32768 32768 0 0/0 0 0 0/0 0 0 0/0 0 0 0"), Direction::left)->reward, 65536U);
  EXPECT_EQ(slide(parse_board<Square>("65536 0 0 0/65536 0 0 0/0 0 0 0/0 0 0 0"), Direction::up)->reward, 131072U);
}

/// All lines of `Length` cells of exponents below `exponents`, in the first row or column of the board.
template <class Board, int Length>
void expect_every_line_equal_to_twin(int exponents, bool in_column) {
  int lines = 1;
  for (int cell = 0; cell < Length; ++cell) lines *= exponents;
  const int stride = scaled(100) > 100 ? 1 : 11;  // under sanitizers every eleventh
  for (int n = 0; n < lines && !::testing::Test::HasFatalFailure(); n += stride) {
    Board board;
    for (int cell = 0, rest = n; cell < Length; ++cell, rest /= exponents)
      board.set_exponent(in_column ? cell * Board::cols : cell, rest % exponents);
    expect_equal_to_twin(board);
  }
}

TEST(Slide, EqualsTheTwinOnEveryRowAndColumn) {
  // Boards of fewer than twelve cells cannot hold two 32768s; there, lines go up to 16384.
  expect_every_line_equal_to_twin<BasicBoard<1, 2>, 2>(15, false);
  expect_every_line_equal_to_twin<BasicBoard<2, 1>, 2>(15, true);
  expect_every_line_equal_to_twin<BasicBoard<1, 3>, 3>(15, false);
  expect_every_line_equal_to_twin<BasicBoard<3, 1>, 3>(15, true);
  expect_every_line_equal_to_twin<BasicBoard<4, 3>, 3>(18, false);
  expect_every_line_equal_to_twin<BasicBoard<3, 4>, 3>(18, true);
  expect_every_line_equal_to_twin<BasicBoard<4, 4>, 4>(18, false);
  expect_every_line_equal_to_twin<BasicBoard<4, 4>, 4>(18, true);
}

TEST(Slide, EqualsTheTwinOnRandomBoardsOfEverySize) {
  for (const auto size : all_sizes())
    with_board(size, [&]<class Board>() {
      for (std::uint64_t n = 0; n < scaled(150'000) && !::testing::Test::HasFatalFailure(); ++n) {
        const int largest = n % 3 == 0 ? 3 : std::min(largest_exponent(Board::cells), n % 3 == 1 ? 8 : 17);
        expect_equal_to_twin(random_board<Board>(n, largest, 1 + static_cast<int>(n % 8)));
      }
    });
}

TEST(Slide, EqualsTheTwinOnFullBoardsOf8192OnTwelveCells) {
  // Set up by hand, twelve cells can make a 65536: 12 times 8192.
  BasicBoard<3, 4> board;
  for (int cell = 0; cell < 12; ++cell) board.set_exponent(cell, 13);
  for (int turn = 0; turn < 4; ++turn) {
    expect_equal_to_twin(board);
    if (const auto next = slide(board, turn % 2 == 0 ? Direction::left : Direction::up)) board = next->afterstate;
  }
  EXPECT_EQ(max_exponent(board), 16);
}

template <class Board>
Board any_board() {
  const auto largest = largest_exponent(Board::cells);
  return random_board<Board>(*rc::gen::arbitrary<std::uint64_t>(), *rc::gen::inRange(1, largest + 1),
                             *rc::gen::inRange(1, 9));
}

template <class Board>
void check_slide_properties() {
  const auto board = any_board<Board>();
  for (const auto direction : all_directions)
    if (const auto moved = slide(board, direction)) {
      RC_ASSERT(moved->afterstate != board);
      RC_ASSERT(tile_sum(moved->afterstate) == tile_sum(board));
      RC_ASSERT(empty_count(moved->afterstate) >= empty_count(board));
      RC_ASSERT((moved->reward > 0) == (empty_count(moved->afterstate) > empty_count(board)));
    }
  // Mirroring swaps left and right, flipping swaps up and down.
  const auto left = slide(board, Direction::left);
  const auto right_of_mirror = slide(mirrored(board), Direction::right);
  RC_ASSERT(left.has_value() == right_of_mirror.has_value());
  if (left)
    RC_ASSERT(mirrored(left->afterstate) == right_of_mirror->afterstate && left->reward == right_of_mirror->reward);
  const auto up = slide(board, Direction::up);
  const auto down_of_flip = slide(flipped(board), Direction::down);
  RC_ASSERT(up.has_value() == down_of_flip.has_value());
  if (up) RC_ASSERT(flipped(up->afterstate) == down_of_flip->afterstate && up->reward == down_of_flip->reward);
  const auto left_of_turned = slide(transposed(board), Direction::left);
  RC_ASSERT(up.has_value() == left_of_turned.has_value());
  if (up) RC_ASSERT(transposed(up->afterstate) == left_of_turned->afterstate);
}

RC_GTEST_PROP(SlideProperties, On4x4, ()) { check_slide_properties<BasicBoard<4, 4>>(); }
RC_GTEST_PROP(SlideProperties, On3x4, ()) { check_slide_properties<BasicBoard<3, 4>>(); }
RC_GTEST_PROP(SlideProperties, On3x3, ()) { check_slide_properties<BasicBoard<3, 3>>(); }
RC_GTEST_PROP(SlideProperties, On1x4, ()) { check_slide_properties<BasicBoard<1, 4>>(); }

RC_GTEST_PROP(SlideProperties, RewardIsTheSameToEitherSide, ()) {
  const auto board = any_board<Square>();
  const auto left = slide(board, Direction::left);
  const auto right = slide(board, Direction::right);
  if (left && right) RC_ASSERT(left->reward == right->reward);
}

}  // namespace
}  // namespace afterstate
