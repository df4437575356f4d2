#include "network/staging.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "game/slide.h"
#include "game/spawn.h"
#include "network/stage_reader.h"
#include "support.h"

namespace afterstate {
namespace {

constexpr Size whole{4, 4};

BasicBoard<4, 4> board_of(std::initializer_list<int> tiles) {
  BasicBoard<4, 4> board;
  int cell = 0;
  for (const int tile : tiles) board.set_exponent(cell++, std::countr_zero(static_cast<unsigned>(tile)));
  return board;
}

int stage_in(const char* staging, std::initializer_list<int> tiles) {
  return StageReader<BasicBoard<4, 4>>{parse_staging(staging, whole)}(board_of(tiles));
}

TEST(Staging, CutsTheGameAsThePapersDo) {
  EXPECT_EQ(parse_staging("one", whole).count(), 1);
  for (const auto& named : named_stagings()) {
    const int expected = named.name.back() - '0';
    EXPECT_EQ(parse_staging(named.name, whole).count(), expected) << named.name;
    EXPECT_EQ(parse_staging(named.name, whole), parse_staging(named.events, whole)) << named.name;
  }
  EXPECT_EQ(parse_staging("pow2:4", whole).count(), 16);
  EXPECT_EQ(stage_in("max8", {256, 256}), 0);
  EXPECT_EQ(stage_in("max8", {512, 2}), 1);
  EXPECT_EQ(stage_in("max8", {4096, 8192}), 5);
  EXPECT_EQ(stage_in("max8", {32768}), 7);
  EXPECT_EQ(stage_in("top8", {16384}), 2);
  EXPECT_EQ(stage_in("top8", {16384, 8192}), 3);
  EXPECT_EQ(stage_in("top8", {16384, 16384}), 3);  // the first one was there with an 8192 when the second was made
  EXPECT_EQ(stage_in("top8", {32768, 8192}), 5);
  EXPECT_EQ(stage_in("top8", {32768, 16384, 8192}), 7);
  EXPECT_EQ(stage_in("decr4", {16384, 8192}), 0);
  EXPECT_EQ(stage_in("decr4", {32768, 16384, 4096}), 2);
  EXPECT_EQ(stage_in("hand8", {16384, 8192, 4096}), 3);
  EXPECT_EQ(stage_in("turn4", {16384, 1024, 512, 64, 32}), 0);  // 18,016: 8,187 moves
  EXPECT_EQ(stage_in("turn4", {16384, 1024, 512, 128}), 1);     // 18,048: 8,201 moves
}

TEST(Staging, ByBitsCarriesDuplicatesDown) {
  EXPECT_EQ(stage_in("pow2:4", {2048, 2048, 2048}), 0);
  EXPECT_EQ(stage_in("pow2:4", {4096}), 1);
  EXPECT_EQ(stage_in("pow2:4", {8192}), 2);
  EXPECT_EQ(stage_in("pow2:4", {8192, 4096}), 3);
  EXPECT_EQ(stage_in("pow2:4", {8192, 8192}), 3);
  EXPECT_EQ(stage_in("pow2:4", {16384, 8192, 8192}), 7);
  EXPECT_EQ(stage_in("pow2:4", {16384, 16384}), 6);
  EXPECT_EQ(stage_in("pow2:4", {32768, 16384, 8192, 4096}), 15);
  EXPECT_EQ(stage_in("pow2:3", {8192, 4096, 4096}), 1);
  EXPECT_EQ(stage_in("pow2:4", {65536, 8192}), 10);  // reads as a 32768
}

TEST(Staging, IsReadByTheRowsAsTileByTile) {
  for (const char* text : {"max8", "top8", "decr8", "hand8", "turn8", "pow2:1", "pow2:4", "pow2:8",
                           "2 4 8 16 32 64 128 "
                           "256 512 1k 2k",
                           "4 8+4+2 1024 1024+2"}) {
    const auto staging = parse_staging(text, whole);
    const StageReader<BasicBoard<4, 4>> reader{staging};
    const StageReader<BasicBoard<3, 4>> oblong{staging};
    for (std::uint64_t number = 0; number < scaled(3000); ++number) {
      const auto board =
          random_board<BasicBoard<4, 4>>(number, number % 3 == 0 ? 17 : 15, 1 + static_cast<int>(number % 7));
      EXPECT_EQ(reader(board), stage_tile_by_tile(staging, board)) << text;
      const auto other = random_board<BasicBoard<3, 4>>(number, 13, 5);
      EXPECT_EQ(oblong(other), stage_tile_by_tile(staging, other)) << text;
    }
  }
}

/// A slide or a spawn never leads to an earlier stage, except with bits.
TEST(Staging, OfEventsNeverFallsBack) {
  for (const auto& named : named_stagings()) {
    const StageReader<BasicBoard<4, 4>> reader{parse_staging(named.name, whole)};
    for (std::uint64_t number = 0; number < scaled(2000); ++number) {
      const auto board = random_board<BasicBoard<4, 4>>(number, 15, 6);
      for (const auto direction : all_directions)
        if (const auto slid = slide(board, direction)) {
          EXPECT_GE(reader(slid->afterstate), reader(board)) << named.name;
          const auto spawned =
              with_spawn(slid->afterstate, draw_spawn(slid->afterstate, {}, random_block(1, number, 0, 0)));
          EXPECT_GE(reader(spawned), reader(slid->afterstate)) << named.name;
        }
    }
  }
}

TEST(Staging, IsWrittenAsItIsRead) {
  for (const std::string text : {"one", "max4", "turn8", "pow2:3", "16k", "512", "16k 16k+8k", "turn:100", "2 4 4+2"}) {
    EXPECT_EQ(name_of(parse_staging(text, whole)), text);
    EXPECT_EQ(parse_staging(name_of(parse_staging(text, whole)), whole), parse_staging(text, whole));
  }
  EXPECT_EQ(name_of(parse_staging("8192 16384 32768", whole)), "max4");
  for (std::uint64_t turn = 1; turn < 40'000; turn += 7) {
    const auto text = "turn:" + std::to_string(turn);
    EXPECT_EQ(name_of(parse_staging(text, whole)), text);
  }
}

TEST(Staging, RefusesWhatNoGameCanDo) {
  const auto refused = [](const char* text, Size size, const char* part) {
    try {
      parse_staging(text, size);
      ADD_FAILURE() << text << " was accepted";
    } catch (const UserError& error) {
      EXPECT_NE(std::string{error.what()}.find(part), std::string::npos) << error.what();
    }
  };
  refused("16k 8k", whole, "games reach '8k' before '16k'");
  refused("8k 8k", whole, "each stage once");
  refused("32k 16k+8k", whole, "games reach '16k+8k' before '32k'");
  refused("turn:100 turn:50", whole, "games reach 'turn:50' before 'turn:100'");
  refused("8k+16k", whole, "largest first");
  refused("8k+8k", whole, "list each tile once");
  refused("3", whole, "'3' is not a tile");
  refused("300k", whole, "'300k' is not a tile");
  refused("262144", whole, "is not a tile from 2 to 131072");
  refused("4294967296", whole, "is not a tile");
  refused("-4", whole, "is not a tile");
  refused("+", whole, "no tile given");
  refused("", whole, "write \"one\"");
  refused("turn:0", whole, "the move must be from 1 to");
  refused("turn:x", whole, "the move must be from 1 to");
  refused("max9", whole, "did you mean 'max");
  refused("pow2:0", whole, "expected pow2:1 to pow2:8");
  refused("pow2:9", whole, "expected pow2:1 to pow2:8");
  refused("pow2:", whole, "expected pow2:1 to pow2:8");
  refused("max8", {2, 2}, "no game on 2x2 reaches the second stage, which begins at 512");
  refused("turn:5000", {3, 3}, "no game on 3x3 reaches the second stage");
  refused("pow2:4", {3, 3}, "no game on 3x3 reaches a 4096-tile");
  EXPECT_EQ(parse_staging("512", {3, 3}).count(), 2);
}

}  // namespace
}  // namespace afterstate
