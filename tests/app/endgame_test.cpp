// Endgame tables, as a user makes them.
#include <gtest/gtest.h>

#include "app/program.h"

namespace afterstate {
namespace {

class EndgameCommands : public ProgramTest {
 protected:
  Words solve(const std::string& out, const Words& more = {}) const {
    Words words{"endgame", "solve", "--walls", "01234567", "--target", "32", "--out", path(out)};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
};

TEST_F(EndgameCommands, SolveWritesATableThatInfoShowsAndVerifyAccepts) {
  const auto json = run_json(solve("t.end"));
  EXPECT_EQ(json["walls"], "01234567");
  EXPECT_EQ(json["target"], 32);
  EXPECT_GT(json["chance"], 0.9);
  EXPECT_LT(json["chance"], 1);
  const auto info = run_json({"endgame", "info", path("t.end")});
  for (const auto* const key : {"walls", "target", "chance", "afterstates", "bytes"}) EXPECT_EQ(info[key], json[key]);
  const auto verified = run({"verify", path("t.end")}).out;
  EXPECT_NE(verified.find("sound: endgame table, walls 01234567, target 32"), std::string::npos) << verified;
  EXPECT_FALSE(std::filesystem::exists(path("t.end.layers")));
  auto bytes = read_file(path("t.end"));
  bytes[bytes.size() / 2] ^= '\x01';
  EXPECT_EQ(run({"verify", write("damaged.end", bytes)}).status, 1);
  expect_error({"endgame", "info", write("cut.end", bytes.substr(0, bytes.size() / 2))}, 1, "damaged");
  expect_error({"eval", path("t.end")}, 2, "is an endgame table");
  expect_error({"endgame", "info", write("x.end", "nothing")}, 1, "is not a value database");
}

TEST_F(EndgameCommands, RefuseInvalidCalls) {
  const auto refused = [&](const Words& options, const std::string& what) {
    Words words{"endgame", "solve", "--out", path("x")};
    words.insert(words.end(), options.begin(), options.end());
    expect_error(words, 2, what);
  };
  refused({"--walls", "0011"}, "given twice");
  refused({"--walls", "0123456789abcde"}, "free cells are left");
  refused({"--walls", "012345", "--target", "8"}, "from 16");
  refused({"--walls", "012345", "--target", "100"}, "power of 2");
  refused({"--walls", "0123456789ab", "--target", "64"}, "from 16 to 32");
  expect_error({"endgame", "solve", "--walls", "01234567", "--target", "16", "--out", path("no/t.end")}, 2,
               "no folder");
  EXPECT_FALSE(std::filesystem::exists(path("x")));
}

TEST_F(EndgameCommands, ShapesCountWhereLargeTilesAre) {
  EXPECT_EQ(run({"eval", "heuristic", "--games", "5", "--record", path("g")}).status, 0);
  const auto json = run_json({"endgame", "shapes", path("g"), "--tile", "512", "--show", "3"});
  EXPECT_EQ(json["games"], 5);
  ASSERT_GT(json["shapes"].size(), 0U);
  EXPECT_LE(json["shapes"].size(), 3U);
  EXPECT_LE(json["shapes"][0]["boards"], json["boards"]);
  expect_error({"endgame", "shapes", path("g"), "--tile", "500"}, 2, "a power of 2");
  expect_error({"endgame", "shapes", path("none")}, 2, "none");
}

}  // namespace
}  // namespace afterstate
