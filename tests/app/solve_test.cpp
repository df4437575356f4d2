// Solving small boards and using the database, as a user would.
#include <gtest/gtest.h>

#include <cmath>
#include <csignal>

#include "app/kill_program.h"
#include "app/program.h"
#include "app/terminal_program.h"
#include "engine/full_depth.h"

namespace afterstate {
namespace {

class Solve : public ProgramTest {
 protected:
  /// Solves a size and returns the path of the database.
  std::string solved(const std::string& size, const Words& more = {}) const {
    Words words{"solve", size, "--out", path(size + ".db")};
    words.insert(words.end(), more.begin(), more.end());
    const auto ran = run(words);
    EXPECT_EQ(ran.status, 0) << ran.err;
    return path(size + ".db");
  }
};

TEST_F(Solve, PrintsItsResultAsTextAndJson) {
  const auto json = run_json({"solve", "2x2", "--out", path("db")});
  EXPECT_EQ(json["board"], "2x2");
  EXPECT_EQ(json["objective"], "score");
  EXPECT_EQ(json["states"], 110);
  EXPECT_EQ(json["afterstates"], 67);
  EXPECT_EQ(json["terminal"], 36);
  EXPECT_NEAR(json["expected_score"], 66.964149457101, 1e-12);
  EXPECT_EQ(json["tiles"]["2"], 1.0);
  EXPECT_GT(json["tiles"]["16"], 0.9);
  EXPECT_GT(json["seconds"], 0);
  EXPECT_FALSE(json.contains("probability"));
  const auto ran = run({"solve", "2x2", "--out", path("db")});  // an existing database is replaced
  EXPECT_NE(ran.out.find("66.964149"), std::string::npos) << ran.out;
  EXPECT_NE(ran.err.find("needs about"), std::string::npos) << ran.err;

  const auto tile = run_json({"solve", "2x2", "--out", path("tile"), "--objective", "tile:16", "--spawn4", "0.5"});
  EXPECT_EQ(tile["objective"], "tile:16");
  EXPECT_NEAR(tile["probability"], tile["tiles"]["16"], 1e-12);
  EXPECT_FALSE(tile.contains("expected_score"));
}

TEST_F(Solve, TheMiniGameHasThePublishedValues) {
  const auto json = run_json({"solve", "3x3", "--out", path("mini.db")});
  EXPECT_EQ(json["states"], 48'713'519);
  EXPECT_EQ(json["afterstates"], 31'431'374);
  EXPECT_EQ(json["terminal"], 7'388'502);
  EXPECT_NEAR(json["expected_score"], 5468.486797, 5e-7);
  EXPECT_NEAR(json["tiles"]["512"], 0.736648, 5e-7);
  EXPECT_LT(std::filesystem::file_size(path("mini.db")), 200'000'000U);
  // The value of the first move is about the value of the game; it depends on the start.
  const auto hint = run_json({"hint", "2 0 0  0 0 0  0 0 2", "--board", "3x3", "--db", path("mini.db")});
  EXPECT_NEAR(hint["moves"]["up"], 5468, 25);
  const auto games = run_json({"eval", "--player", "perfect", "--db", path("mini.db"), "--games", "2000"});
  EXPECT_NEAR(games["mean"], 5468.486797, 2 * games["ci95"].get<double>());
  expect_full_depth_is_exact<BasicBoard<3, 3>>(ValueDatabase{path("mini.db")}, 1980, 211);
}

TEST_F(Solve, TheMeanOfManyGamesIsTheExactValue) {
  const auto database = solved("2x3");
  const auto games = std::to_string(scaled(200'000));
  const auto json = run_json({"eval", "--player", "perfect", "--db", database, "--games", games});
  EXPECT_NEAR(json["mean"], 480.258271775958, 2 * json["ci95"].get<double>());
  EXPECT_NEAR(json["tiles"]["64"]["share"], 0.938688, 2 * json["tiles"]["64"]["ci95"].get<double>());
}

TEST_F(Solve, HintsAreExact) {
  const auto database = solved("2x2");
  const auto json = run_json({"hint", "2 2 4 0", "--db", database});
  EXPECT_EQ(json["board"], "2 2/4 0");
  EXPECT_TRUE(json["moves"]["left"].is_number());
  EXPECT_EQ(json["moves"].size(), 4U);
  EXPECT_NE(run({"hint", "2 2 4 0", "--db", database}).out.find("best"), std::string::npos);
  EXPECT_TRUE(run_json({"hint", "2 4 4 2", "--db", database})["best"].is_null());
  EXPECT_TRUE(run_json({"hint", "2 2 8 0", "--db", database})["moves"]["down"].is_number());
  expect_error({"hint", "32 32 32 0", "--db", database}, 2, "no game can reach it");
  expect_error({"hint", "2 2 4 0", "--board", "2x3", "--db", database}, 2, "is for 2x2, not for 2x3");
  expect_error({"hint", "2 2 4 0", "--board", "2x2"}, 2, "--db");
  expect_error({"hint", "2 2 4 0", "--db", database, "--model", database}, 2, "give one of them");
  expect_error({"hint", "2 2 4 0", "--db", path("nowhere")}, 2, "there is no such file");
  EXPECT_EQ(run_json({"hint", "2 2 4 0", "--model", database})["moves"], json["moves"]) << "known by its content";
}

TEST_F(Solve, ThePerfectPlayerNeedsItsDatabase) {
  const auto database = solved("2x2", {"--spawn4", "0.3"});
  EXPECT_EQ(run_json({"eval", "--player", "perfect", "--db", database, "--games", "10"})["games"], 10);
  expect_error({"eval", "--player", "perfect"}, 2, "--db");
  expect_error({"eval", "--player", "random", "--db", database}, 2, "--player and --db both name an engine");
  const auto mean = run_json({"eval", "--player", "perfect", "--db", database, "--games", "100"})["mean"];
  for (const auto& words : {Words{"--db", database}, Words{database}, Words{"perfect:" + database}}) {
    Words all{"eval", "--games", "100"};
    all.insert(all.end(), words.begin(), words.end());
    EXPECT_EQ(run_json(all)["mean"], mean) << words[0];
  }
  expect_error({"eval", "--player", "perfect", "--db", database, "--board", "3x3"}, 2, "is for 2x2, not for 3x3");
  expect_error({"eval", "--player", "perfect", "--db", database, "--spawn4", "0.1"}, 2, "solved for --spawn4 0.3");
  auto bytes = read_file(database);
  bytes[bytes.size() / 2] ^= 1;
  expect_error({"eval", "--player", "perfect", "--db", write("damaged", bytes)}, 1, "damaged");
  expect_error({"eval", "--player", "perfect", "--db", write("cut", bytes.substr(0, bytes.size() / 2))}, 1, "damaged");
}

TEST_F(Solve, PlayShowsHintsOnRequest) {
  const auto database = solved("2x2");
  InTerminal game{folder_, {"play", "--db", database, "--seed", "1"}};
  game.read_until("h hints");
  game.type("h");
  game.read_until("left  ");
  game.type("q");
  game.read_until("seed 1");
  EXPECT_EQ(game.wait(), 0);
  expect_error({"play", "--db", database, "--board", "4x4"}, 2, "is for 2x2, not for 4x4");
  expect_error({"play", "--db", database, "--spawn4", "0.5"}, 2, "solved for --spawn4 0.1");
}

TEST_F(Solve, ResumesAfterBeingKilled) {
  const auto undisturbed = read_file(solved("2x4"));
  const auto layers = path("killed.db.layers");
  const Words words{"solve", "2x4", "--out", path("killed.db")};
  // Killed while it finds boards, and again while it backs up values.
  for (const std::uintmax_t size : {2'000'000, 12'000'000}) {
    kill_when_larger(folder_, words, layers, size);
    ASSERT_FALSE(std::filesystem::exists(path("killed.db")));
  }
  expect_error({"solve", "2x4", "--out", path("killed.db"), "--objective", "tile:64"}, 2, "other settings");
  EXPECT_EQ(run(words).status, 0);
  EXPECT_EQ(read_file(path("killed.db")), undisturbed);
  EXPECT_FALSE(std::filesystem::exists(layers));
}

TEST_F(Solve, CtrlCStopsAndTheSameCommandResumes) {
  const Words words{"solve", "2x4", "--out", path("db")};
  Running running{folder_, words};
  ASSERT_TRUE(comes_true([&] { return std::filesystem::exists(path("db.layers")); }));
  const auto stopped = running.end_by(SIGINT);
  EXPECT_EQ(stopped.status, 130) << stopped.err;
  EXPECT_NE(stopped.err.find("run the same command again"), std::string::npos) << stopped.err;
  EXPECT_EQ(run(words).status, 0);
}

TEST_F(Solve, AFullDiskLosesNothing) {
  const Words words{"solve", "2x4", "--out", path("db")};
  const auto full = Running{folder_, words, "full-", 5'000'000}.wait();
  EXPECT_EQ(full.status, 1);
  EXPECT_NE(full.err.find("finished layers are kept"), std::string::npos) << full.err;
  EXPECT_GT(std::filesystem::file_size(path("db.layers")), 4'000'000U);
  EXPECT_EQ(run(words).status, 0);
}

TEST_F(Solve, RefusesInvalidCalls) {
  const auto out = path("db");
  expect_error({"solve", "4x4", "--out", out}, 2, "TB of disk");
  expect_error({"solve", "3x4", "--out", out}, 2, "TB of disk");
  expect_error({"solve", "5x5", "--out", out}, 2, "sides go from 1 to 4");
  expect_error({"solve", "2x2", "--out", out, "--objective", "tile:100"}, 2, "power of 2");
  expect_error({"solve", "2x2", "--out", out, "--objective", "points"}, 2, "'score'");
  expect_error({"solve", "2x2", "--out", out, "--spawn4", "1.5"}, 2, "probability");
  expect_error({"solve", "2x2", "--out", path("nowhere/db")}, 2, "No such file");
  expect_error({"solve", "2x2", "--out", folder_.path().string()}, 2, "it is a folder");
  expect_error({"solve", "2x2", "--out", write("letter", "dear reader")}, 2, "not a value database");
  expect_error({"solve", "2x2"}, 2, "--out");
  EXPECT_FALSE(std::filesystem::exists(out + ".layers"));
}

}  // namespace
}  // namespace afterstate
