// Training, run as a user would: runs that end, runs that are stopped and resumed, and calls that are refused.
#include <gtest/gtest.h>

#include "app/training_program.h"
#include "train/recipe.h"

namespace afterstate {
namespace {

TEST_F(Train, WritesTheRunFolder) {
  const auto json = run_json(train(small(), "run", {"--set", "learning.beta=0.5"}));
  EXPECT_EQ(files_in("run"), all_files);
  EXPECT_EQ(json["folder"], path("run"));
  EXPECT_EQ(json["finished"], true);
  EXPECT_GE(json["actions"], 200'000);
  EXPECT_LT(json["actions"], 201'000);

  const std::set<std::string> keys{"actions", "seconds", "actions_per_second", "depth", "games", "mean", "ci95", "max",
                                   "tiles",   "stages"};
  const auto lines = log("run");
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0]["actions"], 0) << "measured before learning begins";
  for (const auto& line : lines) {
    std::set<std::string> found;
    for (const auto& [key, value] : line.items()) found.insert(key);
    EXPECT_EQ(found, keys);
    EXPECT_EQ(line["games"], 50);
    EXPECT_EQ(line["depth"], 1);
  }
  EXPECT_GE(lines[1]["actions"], 100'000);
  EXPECT_LT(lines[1]["actions"], 101'000);
  EXPECT_EQ(lines[2]["actions"], json["actions"]);
  EXPECT_EQ(lines[2]["mean"], json["mean"]);
  EXPECT_GT(lines[2]["mean"], 55);  // a perfect player has 66.96
  EXPECT_GT(lines[2]["mean"], lines[0]["mean"]);
  EXPECT_GT(lines[2]["seconds"], lines[1]["seconds"]);

  EXPECT_EQ(read_recipe(path("run/recipe.toml")), read_recipe(small(), {"learning.beta=0.5"}));
  const auto model = info("run/model.ast");
  EXPECT_EQ(model["recipe"], read_file(path("run/recipe.toml")));
  EXPECT_EQ(model["checksum"], json["checksum"]);
  EXPECT_EQ(model["kind"], "model");
  EXPECT_EQ(model["board"], "2x2");
  EXPECT_EQ(model["tuples"], Json({"0123"}));
  EXPECT_EQ(model["stages"], 1);
  EXPECT_EQ(model["actions"], json["actions"]);
  EXPECT_EQ(model["measured"]["mean"], json["mean"]);
  const auto checkpoint = info("run/checkpoint");
  EXPECT_EQ(checkpoint["kind"], "checkpoint");
  EXPECT_EQ(checkpoint["checksum"], json["checksum"]);
  const auto card = read_file(path("run/MODEL_CARD.md"));
  EXPECT_NE(card.find(json["checksum"].get<std::string>()), std::string::npos);
  EXPECT_NE(card.find(read_file(path("run/recipe.toml"))), std::string::npos);
}

TEST_F(Train, PrintsRequirementsAndStrength) {
  const auto ran = run_train(small(), "run");
  EXPECT_TRUE(ran.err.starts_with("needs up to 50 MB of memory and 0 MB of disk\n")) << ran.err;
  EXPECT_NE(ran.out.find("finished after 2000"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("over 50 greedy games"), std::string::npos);
  EXPECT_NE(ran.out.find("afterstate eval " + path("run/model.ast")), std::string::npos);
  EXPECT_EQ(ran.out.find("--resume"), std::string::npos);
}

TEST_F(Train, IsReproducibleOnOneThread) { expect_equal_at_once_in_halves_and_interrupted(small()); }

TEST_F(Train, IsReproducibleOnOneThreadWithTwoPhases) {
  expect_equal_at_once_in_halves_and_interrupted(write("phases.toml", two_phases));
}

TEST_F(Train, OtherSeedsGiveOtherModels) {
  run_train(small(), "first");
  run_train(small(), "same", {"--seed", "1"});
  run_train(small(), "other", {"--seed", "2"});
  EXPECT_EQ(checksum("first"), checksum("same"));
  EXPECT_NE(checksum("first"), checksum("other"));
}

TEST_F(Train, SavesOnASignalAndPrintsHowToResume) {
  for (const auto& [signal, status] : {std::pair{SIGINT, 130}, {SIGTERM, 143}, {SIGHUP, 129}}) {
    const auto out = std::to_string(signal);
    Running running{folder_, train(small(), out, {"--actions", "1e12", "--set", "measure.games=60"})};
    ASSERT_TRUE(comes_true([&] { return is_there(out + "/log.jsonl"); }));
    const auto ran = running.end_by(signal);
    EXPECT_EQ(ran.status, status);
    EXPECT_TRUE(ran.out.starts_with("stopped after ")) << ran.out;
    EXPECT_EQ(files_in(out), all_files);

    // The printed command works, although the recipe was changed by --set.
    const std::string resume = "continue with: afterstate ";
    const auto found = ran.out.find(resume);
    ASSERT_NE(found, std::string::npos) << ran.out;
    std::istringstream named{ran.out.substr(found + resume.size())};
    Words words{std::istream_iterator<std::string>{named}, {}};
    const auto done = info(out + "/checkpoint")["actions"].get<std::uint64_t>();
    words.insert(words.end(), {"--actions", std::to_string(done + 1000)});
    const auto json = run_json(words);
    EXPECT_EQ(json["finished"], true);
    EXPECT_GE(json["actions"], done + 1000);
  }
}

TEST_F(Train, RepeatsAnInterruptedMeasurement) {
  const auto recipe = write("long.toml", std::string{small_recipe} + "[learning]\nbeta = 0.5\n");
  const Words most_of_the_time_is_measuring{"--actions", "1e4", "--set", "measure.games=1e5"};
  run_train(recipe, "whole", most_of_the_time_is_measuring);
  Running running{folder_, train(recipe, "stopped", most_of_the_time_is_measuring)};
  ASSERT_TRUE(comes_true([&] { return is_there("stopped/recipe.toml"); }));
  ::usleep(50'000);
  running.end_by(SIGINT);
  run_train(path("stopped/recipe.toml"), "stopped", {"--resume"});
  EXPECT_EQ(measurements("stopped"), measurements("whole"));
  EXPECT_TRUE(info("stopped/model.ast").contains("measured"));
}

TEST_F(Train, RefusesToResumeWithOtherSettings) {
  expect_error(train(small(), "run", {"--resume"}), 2, "has no checkpoint to resume from");
  EXPECT_FALSE(is_there("run"));
  run_train(small(), "run", {"--seed", "5", "--actions", "1e5"});
  const auto before = read_file(path("run/checkpoint"));
  const auto refused = [&](const Words& more, const std::string& part) {
    Words words{"--resume"};
    words.insert(words.end(), more.begin(), more.end());
    expect_error(train(small(), "run", words), 2, part);
    EXPECT_EQ(read_file(path("run/checkpoint")), before);
  };
  refused({"--set", "learning.beta=0.5"}, "learning.beta is 0.5 in one and 1 in the other");
  refused({"--set", "network.tile_values=5"}, "network.tile_values is 5");
  refused({"--set", "measure.games=51"}, "measure.games is 51");
  refused({"--set", "actions=4e5"}, "give the total with --actions");
  refused({"--seed", "6"}, "--seed 6: the run in '" + path("run") + "' has seed 5");
  refused({"--actions", "5e4"}, "--actions 50000: the run in '" + path("run") + "' is at 1000");
  refused({"--games", "10"}, "--games 10: the run in");
  refused({"--init", path("run/model.ast")}, "cannot be combined");
  refused({"--actions", "3e5", "--games", "1e6"}, "give one of them");
  const auto other = write("other.toml", std::string{small_recipe} + "[learning]\nrule = \"TD\"\n");
  expect_error(train(other, "run", {"--resume"}), 2, "learning.rule is \"TD\" in one and \"TC\" in the other");
  const auto phases = write("phases.toml", std::string{small_recipe} + "[[phase]]\nactions = 5\n[[phase]]\n");
  expect_error(train(phases, "run", {"--resume"}), 2, "the number of phases is 2 in one and 1 in the other");
  const auto described = write("described.toml", std::string{"description = \"words\"\n"} + small_recipe);
  run_train(described, "run", {"--resume", "--seed", "5"});
}

TEST_F(Train, RefusesUnusableFolders) {
  run_train(small(), "run");
  const auto before = read_file(path("run/checkpoint"));
  expect_error(train(small(), "run"), 2, "'" + path("run") + "' already holds a run; continue it with --resume");
  EXPECT_EQ(read_file(path("run/checkpoint")), before);
  EXPECT_EQ(files_in("run"), all_files);
  expect_error(train(small(), "small.toml"), 2, "cannot use '" + path("small.toml") + "' as a folder: Not a directory");
  expect_error(train(small(), "small.toml/below"), 2, "as a folder: Not a directory");
}

TEST_F(Train, RefusesInvalidCalls) {
  expect_error({"train"}, 2, "RECIPE is required");
  expect_error({"train", "--out", path("run")}, 2, "RECIPE is required");
  expect_error({"train", small()}, 2, "--out is required");
  expect_error(train(path("none.toml"), "run"), 2, "cannot read '" + path("none.toml") + "'");
  expect_error(train(folder_.path(), "run"), 2, "cannot read");
  expect_error(train(small(), "run", {"--actions", "1e5", "--games", "10"}), 2, "give one of them");
  expect_error(train(small(), "run", {"--actions", "0"}), 2, "--actions '0': give a whole number from 1");
  expect_error(train(small(), "run", {"--set", "learning.bta=1"}), 2, "(did you mean 'beta'?)");
  expect_error(train(small(), "run", {"--set", "learning.beta"}), 2, "write key=value");
  expect_error(train(small(), "run", {"--set", "network.tuples=0122"}), 2, "0122");
  expect_error(train(small(), "run", {"--set", "network.tuples=0124"}), 2, "0124");
  expect_error(train(small(), "run", {"--set", "board=5x5"}), 2, "5x5");
  expect_error(train(small(), "run", {"--set", "board=1x4"}), 2, "supported sizes: 4x4");
  expect_error(train(small(), "run", {"--resum"}), 2, "unknown option '--resum' (did you mean '--resume'?)");
  EXPECT_FALSE(is_there("run"));
}

TEST_F(Train, EndsAfterTheRequestedGames) {
  for (const auto* threads : {"1", "2"}) {
    const auto out = std::string{"on-"} + threads;
    const auto json = run_json({"train", small(), "--out", path(out), "--games", "321", "--threads", threads});
    EXPECT_EQ(json["games"], 321);
    EXPECT_EQ(json["finished"], true);
    EXPECT_EQ(info(out + "/model.ast")["games"], 321);
    EXPECT_EQ(log(out).back()["actions"], json["actions"]);
  }
  EXPECT_EQ(run_json(train(small(), "on-1", {"--resume", "--games", "500"}))["games"], 500);
  run_train(small(), "at-once", {"--games", "500"});
  EXPECT_EQ(checksum("on-1"), checksum("at-once"));
}

TEST_F(Train, StartsFromTheValuesOfAModel) {
  run_train(small(), "first");
  const auto first = log("first").back();
  const Words hardly_learning{"--games", "1", "--set", "learning.rule=TD", "--set", "learning.alpha=1e-9"};
  const auto mean_from = [&](const std::string& start, const std::string& out) {
    auto words = hardly_learning;
    if (!start.empty()) words.insert(words.end(), {"--init", path(start)});
    return run_json(train(small(), out, words))["mean"].get<double>();
  };
  EXPECT_EQ(mean_from("first/model.ast", "from-model"), first["mean"]);
  EXPECT_EQ(mean_from("first/checkpoint", "from-checkpoint"), first["mean"]);
  EXPECT_LT(mean_from("", "from-nothing"), first["mean"].get<double>() - 5);
  EXPECT_GE(info("from-model/model.ast")["touched"], info("first/model.ast")["touched"]);
  const auto origin = info("from-model/model.ast")["origin"].get<std::string>();
  EXPECT_NE(origin.find(checksum("first")), std::string::npos) << origin;
}

TEST_F(Train, RefusesModelsWithOtherTables) {
  run_train(small(), "first", {"--actions", "1e4"});
  const auto refused = [&](const Words& settings, const std::string& part) {
    Words words{"--init", path("first/model.ast")};
    for (const auto& setting : settings) words.insert(words.end(), {"--set", setting});
    expect_error(train(small(), "run", words), 2, part);
    EXPECT_FALSE(is_there("run"));
  };
  refused({"board=3x3"}, "first/model.ast' is a model for 2x2, the recipe is for 3x3");
  refused({"network.tuples=012"},
          "has other tables than the recipe: 0123 with 6 tile values, stages one and promotion none, not 012 with 6");
  refused({"network.tile_values=5"}, "not 0123 with 5 tile values");
  refused({"network.initial_value=50"}, "has the initial value 0, the recipe 50");
  expect_error(train(small(), "run", {"--init", path("none.ast")}), 2, "cannot read '" + path("none.ast") + "'");
  EXPECT_FALSE(is_there("run"));
}

TEST_F(Train, CanBeRepeatedFromItsCard) {
  run_train(small(), "first", {"--actions", "1e4", "--seed", "3"});
  EXPECT_NE(read_file(path("first/recipe.toml")).find("actions = 10000 "), std::string::npos);
  const auto card = read_file(path("first/MODEL_CARD.md"));
  EXPECT_NE(card.find("afterstate train recipe.toml --seed 3 --threads 1 --out DIR"), std::string::npos) << card;
  const auto begin = card.find("```toml\n") + 8;
  const auto recipe = write("of-card.toml", card.substr(begin, card.find("```", begin) - begin));
  run_train(recipe, "second", {"--seed", "3"});
  EXPECT_EQ(info("second/model.ast")["checksum"], info("first/model.ast")["checksum"]);
  // With the recipe of the run, and with the one that it began with.
  run_train(path("first/recipe.toml"), "first", {"--resume"});
  run_train(small(), "first", {"--resume"});
  run_train(small(), "first", {"--resume", "--actions", "2e4"});
  EXPECT_NE(read_file(path("first/recipe.toml")).find("actions = 20000 "), std::string::npos);
}

TEST_F(Train, LearnsOnSeveralThreads) {
  const auto json = run_json({"train", small(), "--out", path("run"), "--threads", "4"});
  EXPECT_GE(json["actions"], 200'000);
  EXPECT_GT(json["mean"], 55);
  run_train(small(), "run", {"--resume", "--actions", "3e5"});
}

}  // namespace
}  // namespace afterstate
