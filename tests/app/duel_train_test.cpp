// Training in the two-player game, as a user runs it.
#include <gtest/gtest.h>

#include "app/python_program.h"
#include "app/training_program.h"

namespace afterstate {
namespace {

class TrainDuel : public Train {
 protected:
  /// Learns in a tenth of a second.
  std::string recipe(const std::string& duel_keys, const std::string& name = "duel.toml") const {
    return write(name, "board = \"2x3\"\nactions = 2e5\n[network]\ntuples = \"0123 0134\"\n[duel]\n" + duel_keys +
                           "\n[measure]\nevery = 1e5\ngames = 50\n[save]\nseconds = 0.05\n");
  }

  static std::string recipe_of_project(const std::string& name) { return AFTERSTATE_SOURCE_DIR "/recipes/" + name; }

  std::string defender() const {
    run_train(recipe("role = \"defend\"", "defender.toml"), "defender", {"--actions", "2e4"});
    return path("defender/model.ast");
  }
  std::string attacker() const {
    run_train(recipe("role = \"attack\"\nopponents = \"greedy\"", "attacker.toml"), "attacker", {"--actions", "2e4"});
    return path("attacker/model.ast");
  }
};

TEST_F(TrainDuel, ADefenderIsEqualAtOnceInHalvesAndInterrupted) {
  expect_equal_at_once_in_halves_and_interrupted(recipe("role = \"defend\""));
  EXPECT_EQ(files_in("at-once"), all_files);
}

TEST_F(TrainDuel, AnAttackerIsEqualAtOnceInHalvesAndInterrupted) {
  expect_equal_at_once_in_halves_and_interrupted(
      recipe("role = \"attack\"\nopponents = [\"greedy\", \"random\", \"heuristic\"]\nrandom_share = 0.3"));
}

TEST_F(TrainDuel, BothAreEqualAtOnceInHalvesAndInterrupted) {
  expect_equal_at_once_in_halves_and_interrupted(recipe("role = \"attack\"\nopponents = \"self\"\nrule = \"2\""));
  EXPECT_EQ(info("stopped/defender.ast")["checksum"], info("at-once/defender.ast")["checksum"]);
  auto expected = all_files;
  expected.insert("defender.ast");
  auto files = files_in("stopped");
  EXPECT_EQ(std::erase_if(files, [](const auto& name) { return name.ends_with(".checkpoint"); }), 1U);
  EXPECT_EQ(files, expected);
  EXPECT_EQ(run({"verify", path("stopped")}).status, 0);
}

TEST_F(TrainDuel, BothSurviveBeingKilled) {
  const auto both = recipe("role = \"defend\"\nopponents = \"self\"");
  for (int round = 0; round < 6; ++round) {
    const bool resume = is_there("run/checkpoint");
    Running running{folder_, train(both, "run", {resume ? "--resume" : "--seed=1", "--actions", "1e12"})};
    ASSERT_TRUE(comes_true([&] { return is_there("run/checkpoint"); }));
    ::usleep(30'000U * static_cast<unsigned>(round + 1));
    running.end_by(SIGKILL);
  }
  const auto until = std::to_string(info("run/checkpoint")["actions"].get<std::uint64_t>() + 20'000);
  run_train(both, "run", {"--resume", "--actions", until});
  run_train(both, "at-once", {"--actions", until});
  EXPECT_EQ(checksum("run"), checksum("at-once"));
  EXPECT_EQ(info("run/attacker.ast")["checksum"], info("at-once/attacker.ast")["checksum"]);
  EXPECT_EQ(measurements("run"), measurements("at-once"));
}

TEST_F(TrainDuel, ModelsAreRefusedInTheWrongRole) {
  const auto attacks = attacker();
  const auto defends = defender();
  EXPECT_EQ(info("attacker/model.ast")["role"], "attack");
  // The one-player game does not measure an attacker.
  const auto packed = run_json({"model", "pack", path("attacker/model.ast"), path("packed.ast"), "--games", "50"});
  EXPECT_EQ(packed["games"], 0);
  EXPECT_FALSE(packed["steps"][0].contains("mean"));
  const std::string is_attacker = "is the model of an attacker, which places tiles";
  expect_error({"eval", attacks}, 2, is_attacker);
  expect_error({"duel", "play", defends, defends}, 2, "does not place tiles; give the model of an attacker");
  expect_error({"duel", "play", attacks, attacks}, 2, is_attacker);
  expect_error(train(recipe("role = \"attack\"\nopponents = \"" + attacks + "\""), "x"), 2, is_attacker);
  expect_error(train(recipe("role = \"defend\"\nopponents = \"" + defends + "\""), "x"), 2, "does not place tiles");
  expect_error(train(recipe("role = \"defend\""), "x", {"--init", attacks}), 2,
               "is a model that attacks, the recipe is for one that defends");
  EXPECT_FALSE(is_there("x"));
  const auto played = run_json({"duel", "play", attacks, defends, "--games", "20"});
  EXPECT_EQ(played["games"], 20);
}

TEST_F(TrainDuel, OpponentsThatCannotBeAreNamed) {
  const auto expect = [&](const std::string& keys, const std::string& part) {
    expect_error(train(recipe(keys), "run"), 2, part);
    EXPECT_FALSE(is_there("run")) << keys;
  };
  expect("role = \"defend\"\nopponents = \"none.ast\"", "duel.opponents: unknown engine 'none.ast'");
  const std::string own = "is in the folder of the run";
  for (const auto* name : {"model.ast", "checkpoint", "attacker.ast", "../run/model.ast"})
    expect("role = \"defend\"\nopponents = \"" + path("run/" + std::string{name}) + "\"", own);
  expect("role = \"attack\"\nopponents = \"minimax:" + path("run/model.ast") + "@5\"", own);
  expect("role = \"attack\"\nopponents = [\"random\", \"perfect:" + path("none.db") + "\"]", "none.db");
  expect("role = \"attack\"\nopponents = \"worst:heuristic\"", "worst: attacks; it does not slide");
  expect("role = \"defend\"\nopponents = \"expectimax:heuristic@2\"", "expectimax defends; it does not place tiles");
  const auto defends = defender();
  const auto square = write("square.toml",
                            "board = \"2x2\"\n[network]\ntuples = \"0123\"\n[duel]\nrole = \"attack\"\n"
                            "opponents = \"" +
                                defends + "\"\n");
  expect_error(train(square, "run"), 2, "is for 2x3, not for 2x2");
}

TEST_F(TrainDuel, MeasuresWhatTheFirstOpponentGets) {
  const auto attacks = attacker();
  const auto last = log("attacker").back();
  const auto played = run_json({"duel", "play", attacks, "greedy", "--games", "50", "--seed", "1"});
  EXPECT_EQ(last["mean"], played["mean"]);
  EXPECT_EQ(last["max"], played["max"]);
  const auto defends = defender();
  const auto alone = run_json({"duel", "play", "worst:" + defends, defends, "--games", "50", "--seed", "1"});
  EXPECT_EQ(log("defender").back()["mean"], alone["mean"]);
}

TEST_F(TrainDuel, LearnsOnSeveralThreadsAgainstSearches) {
  const auto defends = defender();
  const auto attack = recipe("role = \"attack\"\nopponents = [\"minimax:" + defends + "@3\", \"expectimax:" + defends +
                             "@2\", \"" + defends + "\"]");
  const auto ran = run({"train", attack, "--out", path("searched"), "--threads", "3", "--actions", "5e3"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.out.find("try: afterstate duel play "), std::string::npos) << ran.out;
  EXPECT_NE(read_file(path("searched/MODEL_CARD.md")).find("Lower is better"), std::string::npos);
  const auto defend = recipe("role = \"defend\"\nopponents = [\"random\", \"worst:" + defends +
                             "\", \"minimax:" + path("searched/model.ast") + "@3\"]");
  EXPECT_EQ(run({"train", defend, "--out", path("defended"), "--threads", "3", "--actions", "5e3"}).status, 0);
}

/// The study of recipes/oka-2017 at a tiny budget; started again, it has nothing left to do.
TEST_F(TrainDuel, TheStudyPrintsItsTables) {
  ::setenv("AFTERSTATE", AFTERSTATE_PROGRAM, 1);
  const Words words{path("study"),
                    "--games",
                    "10",
                    "--evaluation-games",
                    "3",
                    "--minimax-games",
                    "2",
                    "--networks",
                    "m=1",
                    "--opponents",
                    "m=1,both together",
                    "--shares",
                    "50",
                    "--minimax",
                    "strongest",
                    "--threads",
                    "1"};
  const auto first = run_python("../../scripts/two-player-study", words);
  ASSERT_EQ(first.status, 0) << first.out;
  for (const auto* part : {"### Table 5.1", "### Table 5.2", "| both together | 1 |", "| 50% | 1 |",
                           "### Table 5.5, m=1", "| one-player weights |"})
    EXPECT_NE(first.out.find(part), std::string::npos) << part << first.out;
  const auto results = read_file(path("study/results.jsonl"));
  const auto again = run_python("../../scripts/two-player-study", words);
  EXPECT_TRUE(again.out.starts_with("Budget: 10 games per defender")) << again.out;
  EXPECT_EQ(read_file(path("study/results.jsonl")), results);
}

/// The small recipes of this project, as they are.
TEST_F(TrainDuel, TheSmallRecipesLearn) {
  run_train(recipe_of_project("oka-2017/small-defender.toml"), "d");
  const auto learned = log("d");
  EXPECT_GT(learned.back()["mean"].get<double>(), 0);
  run_train(recipe_of_project("oka-2017/small-attacker.toml"), "a", {"--set", "duel.opponents=" + path("d/model.ast")});
  const auto attacked = log("a");
  EXPECT_LT(attacked.back()["mean"].get<double>(), 0.7 * attacked.front()["mean"].get<double>());
}

}  // namespace
}  // namespace afterstate
