// Solving the two-player game and using its database, as a user would.
#include <gtest/gtest.h>

#include <csignal>

#include "app/kill_program.h"
#include "app/program.h"

namespace afterstate {
namespace {

class DuelSolve : public ProgramTest {
 protected:
  /// Solves a size and returns the path of the database.
  std::string solved(const std::string& size, const std::string& rule, const Words& more = {}) const {
    const auto file = path(size + "-" + rule + ".db");
    Words words{"duel", "solve", size, "--rule", rule, "--out", file};
    words.insert(words.end(), more.begin(), more.end());
    const auto ran = run(words);
    EXPECT_EQ(ran.status, 0) << ran.err;
    return file;
  }
};

TEST_F(DuelSolve, PrintsItsResultAsTextAndJson) {
  const auto json = run_json({"duel", "solve", "2x2", "--rule", "2", "--out", path("db")});
  EXPECT_EQ(json["value"], 68);
  EXPECT_EQ(json["tile_forced"], 16);
  EXPECT_EQ(json["board"], "2x2");
  EXPECT_EQ(json["rule"], "2");
  EXPECT_EQ(json["start"], "empty");
  EXPECT_EQ(json["random"], 0);
  EXPECT_GT(json["defender_states"], 10);
  EXPECT_GT(json["attacker_states"], 10);
  EXPECT_GT(json["terminal"], 1);
  EXPECT_GT(json["seconds"], 0);
  EXPECT_EQ(run_json({"duel", "solve", "2x2", "--out", path("db")})["value"], 8) << "2or4 is the default";
  const auto ran =
      run({"duel", "solve", "2x2", "--rule", "2or4", "--start", "two", "--random", "0.5", "--out", path("db")});
  EXPECT_NE(ran.out.find("rule 2or4, start two, 50 % random placements"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("can force a tile of 8,"), std::string::npos) << ran.out;
  EXPECT_NE(ran.err.find("needs about"), std::string::npos) << ran.err;
}

TEST_F(DuelSolve, RoundsNoMeanOverStarts) {
  const Words mean{"duel", "solve", "2x3", "--start", "two", "--out", path("db")};
  EXPECT_NE(run(mean).out.find("the defender scores 43.720000\n"), std::string::npos);
  EXPECT_NEAR(run_json(mean)["value"], 43.72, 1e-9);
  const Words whole{"duel", "solve", "2x2", "--rule", "2", "--start", "two", "--out", path("db")};
  EXPECT_NE(run(whole).out.find("the defender scores 68\n"), std::string::npos);
  EXPECT_EQ(run_json(whole)["value"], 68) << "not 67.99999999999999";
  const auto exploited = run_json({"duel", "exploit", "perfect:" + path("db"), "--role", "defend", "--db", path("db")});
  EXPECT_EQ(exploited["value"], 68);
  EXPECT_EQ(exploited["perfect"], 68);
}

TEST_F(DuelSolve, SuggestsACommandThatPlaysTheSolvedGame) {
  const auto player = "perfect:" + path("db");
  const auto suggestion = [&](const Words& more) {
    Words words{"duel", "solve", "2x2", "--out", path("db")};
    words.insert(words.end(), more.begin(), more.end());
    const auto text = run(words).out;
    return text.substr(text.rfind(" try: ") + 1);
  };
  const auto play = "try: afterstate duel play " + player + " " + player;
  EXPECT_EQ(suggestion({}), play + "\n");
  EXPECT_EQ(suggestion({"--rule", "2", "--start", "two"}), play + " --rule 2 --start two\n");
  EXPECT_EQ(run_json({"duel", "play", player, player, "--rule", "2", "--start", "two"})["mean"], 68);
}

TEST_F(DuelSolve, ExploitTakesTheSizeOfAPlayer) {
  const auto database = solved("2x3", "2", {"--random", "0.5"});
  const Words words{"duel", "exploit", "perfect:" + database, "--role", "defend", "--rule", "2", "--random", "0.5"};
  const auto alone = run_json(words);
  EXPECT_EQ(alone["board"], "2x3");
  auto fixed = words;
  fixed.insert(fixed.end(), {"--against", "worst:greedy", "--program-timeout", "5"});
  EXPECT_GE(run_json(fixed)["value"], alone["value"]);
  const auto help = run({"duel", "exploit", "--help"}).out;
  EXPECT_NE(help.find("default: that of --db, or of the players"), std::string::npos) << help;
  EXPECT_EQ(help.find("--time-ms"), std::string::npos) << "it has no such option\n" << help;
}

TEST_F(DuelSolve, ADatabaseThatStartsWithTwoTilesSaysSo) {
  const auto database = solved("2x2", "2", {"--start", "two"});
  expect_error({"duel", "play", "random", database, "--rule", "2", "--opening", "0"}, 2, "with --start two");
  expect_error({"duel", "exploit", database, "--role", "defend", "--rule", "2"}, 2, "with --start two");
  EXPECT_EQ(run({"duel", "exploit", database, "--role", "defend", "--rule", "2", "--start", "two"}).status, 0);
}

TEST_F(DuelSolve, ReviewsOfOrdinaryGamesRefuseItsValues) {
  run_json({"duel", "solve", "2x2", "--out", path("db")});
  EXPECT_EQ(run({"eval", "greedy", "--board", "2x2", "--games", "1", "--record", path("game")}).status, 0);
  expect_error({"review", path("game"), "--db", path("db")}, 2, "has values of the two-player game");
}

TEST_F(DuelSolve, OnlyRandomPlacementsEqualTheOnePlayerSolve) {
  const auto chance = run_json({"solve", "2x3", "--out", path("solve.db")});
  const auto duel = run_json({"duel", "solve", "2x3", "--start", "two", "--random", "1", "--out", path("duel.db")});
  EXPECT_EQ(duel["value"], chance["expected_score"]);
  EXPECT_EQ(duel["attacker_states"], chance["afterstates"]);
  EXPECT_EQ(duel["defender_states"], chance["states"]);
  EXPECT_EQ(duel["terminal"], chance["terminal"]);
  const auto games = [&](const std::string& database) {
    return run_json({"eval", database, "--games", "200"})["mean"];
  };
  EXPECT_EQ(games(path("duel.db")), games(path("solve.db")));
  const auto compared =
      run_json({"compare", "greedy", "--db", path("duel.db"), "--games", "20", "--out", path("report")});
  EXPECT_EQ(compared["perfect"], chance["expected_score"]);
}

TEST_F(DuelSolve, PerfectPlayersGetTheValueOfTheGame) {
  for (const auto* const rule : {"2", "2or4"}) {
    const auto database = solved("2x3", rule);
    const auto value = run_json({"duel", "solve", "2x3", "--rule", rule, "--out", path("again.db")})["value"];
    const auto player = "perfect:" + database;
    const auto played = run_json({"duel", "play", player, player, "--rule", rule, "--opening", "0", "--games", "2"});
    EXPECT_EQ(played["mean"], value);
    EXPECT_EQ(played["distinct"], 1);
    for (const auto* const role : {"attack", "defend"}) {
      const auto exploited = run_json({"duel", "exploit", player, "--role", role, "--db", database});
      EXPECT_EQ(exploited["value"], value);
      EXPECT_EQ(exploited["perfect"], value);
      EXPECT_EQ(exploited["difference"], 0);
    }
  }
}

TEST_F(DuelSolve, ExploitComparesAPlayerWithPerfectPlay) {
  const auto database = solved("2x2", "2");
  const auto greedy = run_json({"duel", "exploit", "greedy", "--role", "defend", "--db", database});
  EXPECT_EQ(greedy["perfect"], 68);
  EXPECT_LT(greedy["value"], 68);
  EXPECT_NEAR(greedy["difference"], 68 - greedy["value"].get<double>(), 1e-9);
  EXPECT_EQ(greedy["rule"], "2");
  EXPECT_TRUE(greedy["against"].is_null());
  const auto by_size =
      run_json({"duel", "exploit", "greedy", "--role", "defend", "--board", "2x2", "--rule", "2", "--threads", "1"});
  EXPECT_EQ(by_size["value"], greedy["value"]);
  EXPECT_TRUE(by_size["perfect"].is_null());
  // Exactly what many games give on average.
  const auto exact =
      run_json({"duel", "exploit", "greedy", "--role", "defend", "--board", "2x2", "--against", "random"});
  const auto games =
      run_json({"duel", "play", "random", "greedy", "--board", "2x2", "--opening", "0", "--games", "4000"});
  EXPECT_NEAR(games["mean"], exact["value"], 2.5 * games["ci95"].get<double>());
  const auto text = run({"duel", "exploit", "random", "--role", "attack", "--db", database}).out;
  EXPECT_NE(text.find("with perfect play of both sides: 68"), std::string::npos) << text;
  EXPECT_NE(text.find("defender  perfect"), std::string::npos) << text;
}

TEST_F(DuelSolve, HintsForBothRoles) {
  const auto database = solved("2x2", "2or4");
  const auto attack = run_json({"hint", "0 0 0 0", "--db", database, "--role", "attack"});
  EXPECT_EQ(attack["board"], "0 0/0 0");
  EXPECT_EQ(attack["role"], "attack");
  EXPECT_EQ(attack["rule"], "2or4");
  ASSERT_EQ(attack["placements"].size(), 8U);
  EXPECT_EQ(attack["placements"][0]["value"], 8) << "the best comes first";
  EXPECT_EQ(attack["placements"][0]["cell"], attack["cell"]);
  EXPECT_EQ(attack["placements"][0]["tile"], attack["tile"]);
  EXPECT_LE(attack["placements"][0]["value"], attack["placements"][7]["value"]);
  EXPECT_EQ(attack["plies"], 1);
  EXPECT_EQ(attack["rounds"], 0);
  EXPECT_TRUE(attack.contains("nodes"));
  EXPECT_TRUE(attack.contains("ms"));
  const auto defend = run_json({"hint", "2 2 4 0", "--db", database, "--role", "defend", "--rule", "2or4"});
  EXPECT_EQ(defend["role"], "defend");
  EXPECT_EQ(defend["moves"].size(), 4U);
  EXPECT_TRUE(defend["best"].is_string());
  EXPECT_FALSE(defend.contains("depth"));
  EXPECT_EQ(run_json({"hint", "2 2 4 0", "--db", database})["moves"], defend["moves"]) << "without a role too";
  EXPECT_TRUE(run_json({"hint", "2 4 2 4", "--db", database, "--role", "attack"})["cell"].is_null()) << "full";
  const auto grid = run({"hint", "2 0 0 0", "--db", database, "--role", "attack"}).out;
  EXPECT_NE(grid.find("a 4 is worth to the defender"), std::string::npos) << grid;
  EXPECT_NE(grid.find("best for the attacker: a "), std::string::npos) << grid;
  EXPECT_NE(grid.find("1 ply (0 rounds)"), std::string::npos) << grid;
  const auto twos = run({"hint", "2 0 0 0", "--db", solved("2x2", "2"), "--role", "attack"}).out;
  EXPECT_EQ(twos.find("a 4 is"), std::string::npos) << twos;

  expect_error({"hint", "2 2 4 0", "--db", database, "--role", "defend", "--rule", "2"}, 2, "of the rule '2or4'");
  expect_error({"hint", "2 2 4 0", "--db", database, "--role", "guard"}, 2, "defend or attack");
  expect_error({"hint", "2 2 4 0", "--db", database, "--rule", "2"}, 2, "add --role");
  expect_error({"hint", "2 2 4 0", "--db", database, "--plies", "3"}, 2, "add --role");
  expect_error({"hint", "2 2 4 0", "--db", database, "--role", "defend", "--plies", "4"}, 2, "give 3 or 5");
  expect_error({"hint", "2 2 4 0", "--db", database, "--role", "defend", "--depth", "3"}, 2, "give --plies");
  expect_error({"hint", "2 2 4 0", "--db", database, "--role", "defend", "--mode", "strong"}, 2, "--role");
  expect_error({"hint", "2 2 4 0", "--db", database, "--role", "defend", "--endgame", path("tables")}, 2,
               "--endgame cannot be combined with --role");
  expect_error({"hint", "32 32 32 0", "--db", database, "--role", "defend"}, 2, "no game with rule 2or4");
}

TEST_F(DuelSolve, HintsOfAModelSearch) {
  const std::string board = "2 4 8 16  2 4 8 0  0 2 0 0  2 0 0 4";
  const auto one = run_json({"hint", board, "--role", "attack", "--plies", "1", "--rule", "2"});
  EXPECT_EQ(one["placements"].size(), 6U);
  EXPECT_EQ(one["plies"], 1);
  for (const auto& placement : one["placements"]) EXPECT_EQ(placement["tile"], 2);
  const auto three = run_json({"hint", board, "--role", "attack", "--plies", "3"});
  EXPECT_EQ(three["plies"], 3);
  EXPECT_EQ(three["rounds"], 1);
  EXPECT_EQ(three["placements"].size(), 12U);
  const auto defend = run_json({"hint", board, "--role", "defend", "--plies", "3"});
  EXPECT_EQ(defend["plies"], 3);
  EXPECT_EQ(defend["moves"].size(), 4U);
  expect_error({"hint", board, "--role", "defend", "--plies", "3", "--model", "heuristic"}, 2, "cannot be searched");
}

TEST_F(DuelSolve, ResumesAfterBeingKilled) {
  const auto undisturbed = read_file(solved("2x4", "2or4"));
  const auto layers = path("killed.db.layers");
  const Words words{"duel", "solve", "2x4", "--out", path("killed.db")};
  for (const std::uintmax_t size : {2'000'000, 12'000'000}) kill_when_larger(folder_, words, layers, size);
  expect_error({"duel", "solve", "2x4", "--rule", "2", "--out", path("killed.db")}, 2, "other settings");
  expect_error({"duel", "solve", "2x4", "--random", "0.1", "--out", path("killed.db")}, 2, "other settings");
  expect_error({"solve", "2x4", "--out", path("killed.db")}, 2, "other settings");
  EXPECT_NE(run({"verify", layers}).out.find("sound: layer store of the solve '2x4 score 0.1 duel 2or4 empty 0'"),
            std::string::npos);
  EXPECT_EQ(run(words).status, 0);
  EXPECT_EQ(read_file(path("killed.db")), undisturbed);
  EXPECT_FALSE(std::filesystem::exists(layers));
}

TEST_F(DuelSolve, CtrlCStopsAndTheSameCommandResumes) {
  const Words words{"duel", "solve", "2x4", "--rule", "2", "--out", path("db")};
  Running running{folder_, words};
  ASSERT_TRUE(comes_true([&] { return std::filesystem::exists(path("db.layers")); }));
  const auto stopped = running.end_by(SIGINT);
  EXPECT_EQ(stopped.status, 130) << stopped.err;
  EXPECT_NE(stopped.err.find("run the same command again"), std::string::npos) << stopped.err;
  const auto json = run_json(words);
  EXPECT_EQ(json["value"], 6 * 512 + 4);
  EXPECT_EQ(json["tile_forced"], 256);
}

TEST_F(DuelSolve, TheDatabaseSaysWhatItIs) {
  const auto database = solved("2x2", "2", {"--random", "0.25"});
  EXPECT_NE(run({"verify", database}).out.find("two-player game, rule 2, start empty, 25 % random placements"),
            std::string::npos);
  const auto text = run({"duel", "play", "perfect:" + database, "perfect:" + database, "--rule", "2"}).out;
  EXPECT_NE(text.find("perfect play by"), std::string::npos) << text;
  auto bytes = read_file(database);
  const auto place = bytes.find("\"random\":0.25");
  ASSERT_NE(place, std::string::npos);
  bytes[place + 9] = '9';
  expect_error({"duel", "exploit", "random", "--role", "attack", "--db", write("damaged.db", bytes)}, 1, "damaged");
}

TEST_F(DuelSolve, RefusesInvalidCalls) {
  const auto out = path("db");
  expect_error({"duel", "solve", "2x2", "--rule", "4", "--out", out}, 2, "2or4 or 2");
  expect_error({"duel", "solve", "2x2", "--start", "three", "--out", out}, 2, "empty or two");
  for (const auto* const wrong : {"1.5", "-0.1", "half", "nan", ""})
    expect_error({"duel", "solve", "2x2", "--random", wrong, "--out", out}, 2, "probability");
  expect_error({"duel", "solve", "4x4", "--out", out}, 2, "TB of disk");
  expect_error({"duel", "solve", "5x5", "--out", out}, 2, "sides go from 1 to 4");
  expect_error({"duel", "solve", "2x2"}, 2, "--out");
  EXPECT_FALSE(std::filesystem::exists(out + ".layers"));

  const auto database = solved("2x2", "2");
  const auto exploit = [&](const Words& more) {
    Words words{"duel", "exploit", "greedy"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  expect_error(exploit({"--role", "defend"}), 2, "give --board SIZE");
  expect_error(exploit({"--board", "2x2"}), 2, "--role");
  expect_error(exploit({"--role", "both", "--board", "2x2"}), 2, "defend or attack");
  expect_error(exploit({"--role", "defend", "--db", database, "--rule", "2or4"}), 2, "was solved for --rule 2");
  expect_error(exploit({"--role", "defend", "--db", database, "--start", "two"}), 2, "was solved for --start empty");
  expect_error(exploit({"--role", "defend", "--db", database, "--board", "2x3"}), 2, "was solved for --board 2x2");
  expect_error(exploit({"--role", "defend", "--db", database, "--random", "1"}), 2, "was solved for --random 0");
  expect_error(exploit({"--role", "defend", "--board", "4x4"}), 2, "too many boards");
  expect_error(exploit({"--role", "defend", "--board", "3x3", "--memory-mb", "1"}), 2, "more than 1 MB");
  expect_error({"duel", "exploit", "perfect:" + database, "--role", "attack", "--board", "2x2"}, 2, "for the rule '2'");
  expect_error({"duel", "exploit", "nobody", "--role", "attack", "--board", "2x2"}, 2, "nobody");
  EXPECT_EQ(run({"solve", "2x2", "--out", path("one.db")}).status, 0);
  expect_error(exploit({"--role", "defend", "--db", path("one.db")}), 2, "one-player game");
  expect_error({"compare", "greedy", "--db", database, "--out", path("report")}, 2, "values of the two-player game");
  expect_error({"duel", "play", "random", "perfect:" + database, "--rule", "2or4"}, 2, "for the rule '2'");
}

}  // namespace
}  // namespace afterstate
