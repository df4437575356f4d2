// The example of docs/extending.md compiles, plays, and is the one that the page prints.
#include <gtest/gtest.h>

#include <algorithm>

#include "arena/games.h"
#include "engine/priority_engine.h"
#include "game/notation.h"
#include "support.h"

namespace afterstate {
namespace {

TEST(Extending, TheExampleIsTheOneOnThePage) {
  const auto page = read_file(AFTERSTATE_SOURCE_DIR "/docs/extending.md");
  const auto code = read_file(AFTERSTATE_SOURCE_DIR "/tests/engine/priority_engine.cpp");
  EXPECT_NE(page.find("```cpp\n" + code + "```"), std::string::npos);
  EXPECT_LT(std::ranges::count(code, '\n'), 60);
}

TEST(Extending, TheLineInTheLoaderIsInTheListOfFileKinds) {
  const auto page = read_file(AFTERSTATE_SOURCE_DIR "/docs/extending.md");
  const auto loader = read_file(AFTERSTATE_SOURCE_DIR "/src/engine/load_engine.cpp");
  EXPECT_NE(page.find("FileKind{\"AFTORDER\", load_priority_engine},"), std::string::npos);
  EXPECT_NE(loader.find("FileKind{\"AFTVALUE\", load_database_engine},"), std::string::npos);
}

TEST(Extending, TheExamplePlaysEverywhereAnEngineDoes) {
  const TemporaryFolder folder;
  write_file(folder / "order", "AFTORDER DLRU");
  const auto engine = load_priority_engine(folder / "order", "order", 0);
  const auto session = engine->new_session({2, 2}, {});
  const auto board = packed(parse_board<BasicBoard<2, 2>>("2 0/0 0"));
  EXPECT_EQ(session->analyse(board, {}).values.best(), Direction::down);
  for (const auto size : all_sizes()) {
    std::uint64_t games = 0;
    play_games({.engine = engine, .size = size, .games = 20}, [&](const FinishedGame&) { ++games; });
    EXPECT_EQ(games, 20U);
  }
  write_file(folder / "order", "AFTORDER DLRX");
  EXPECT_THROW(load_priority_engine(folder / "order", "order", 0), Failure);
}

}  // namespace
}  // namespace afterstate
