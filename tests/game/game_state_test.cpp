#include "game/game_state.h"

#include <gtest/gtest.h>

#include "game/notation.h"
#include "game/packed_board.h"
#include "support.h"

namespace afterstate {
namespace {

TEST(GameState, AddsRewardsAndCountsMoves) {
  using Small = BasicBoard<2, 2>;
  GameState<Small> game{parse_board<Small>("2 2/0 4")};
  // A script, as a person or a recorded game would spawn.
  const auto spawner = [](const Small& afterstate, std::uint32_t turn) {
    EXPECT_EQ(turn, 0U);
    EXPECT_EQ(notation_of(afterstate), "4 0/4 0");
    return Spawn{1, 1};
  };
  const auto spawn = game.step(Direction::left, spawner);
  ASSERT_TRUE(spawn);
  EXPECT_EQ(*spawn, (Spawn{1, 1}));
  EXPECT_EQ(notation_of(game.board), "4 2/4 0");
  EXPECT_EQ(game.score, 4U);
  EXPECT_EQ(game.turn, 1U);
  EXPECT_FALSE(game.over());
}

TEST(GameState, AnIllegalSlideChangesNothingAndSpawnsNothing) {
  using Small = BasicBoard<2, 2>;
  GameState<Small> game{parse_board<Small>("2 0/4 0"), 12, 3};
  const auto never = [](const Small&, std::uint32_t) -> Spawn {
    ADD_FAILURE() << "a spawn after an illegal slide";
    return {1, 1};
  };
  EXPECT_FALSE(game.step(Direction::left, never));
  EXPECT_EQ(notation_of(game.board), "2 0/4 0");
  EXPECT_EQ(game.score, 12U);
  EXPECT_EQ(game.turn, 3U);
}

TEST(GameState, ChanceSpawnsWhatTheRandomNumbersOfTheGameSay) {
  using Large = BasicBoard<4, 4>;
  const GameRandom random{7, 3, {0.3}};
  ChanceSpawner spawner{random};
  auto game = GameState<Large>::start(random);
  EXPECT_EQ(game.board, random.start<Large>());
  for (std::uint32_t turn = 0; !game.over(); ++turn) {
    const auto direction = legal_moves(game.board).nth(0);
    const auto slid = *slide(game.board, direction);
    ASSERT_EQ(game.turn, turn);
    const auto spawn = game.step(direction, spawner);
    ASSERT_EQ(*spawn, random.spawn(slid.afterstate, turn + start_spawns));
    ASSERT_EQ(game.board, with_spawn(slid.afterstate, *spawn));
  }
  EXPECT_GT(game.turn, 10U);
}

TEST(PackedBoard, IsTheSameForExponentsAndBoardsOfEverySize) {
  for (const auto size : all_sizes())
    with_board(size, [&]<class Board>() {
      for (std::uint64_t number = 0; number < 50; ++number) {
        const auto board = random_board<Board>(number, largest_exponent(Board::cells), 6);
        ASSERT_EQ(unpacked<Board>(packed(board)), board);
        ASSERT_EQ(packed_from(exponents_of(board)), packed(board));
        ASSERT_EQ(exponents_of(packed(board), size), exponents_of(board));
      }
    });
}

}  // namespace
}  // namespace afterstate
