// Training as a user does it: runs that end, are stopped, are killed and go on, and calls that are refused.
#include <gtest/gtest.h>

#include <chrono>
#include <set>

#include "app/program.h"
#include "study/recipe.h"

namespace afterstate {
namespace {

/// The whole 2x2 board: learns in a tenth of a second.
constexpr auto small_recipe = R"(board = "2x2"
actions = 2e5
[network]
tuples = "0123"
[measure]
every = 1e5
games = 50
[save]
seconds = 0.05
)";

/// Two rules, one after the other, and errors that go back over several actions.
constexpr auto two_phases = R"(board = "3x3"
actions = 2e5
[network]
tuples = "0134 1245"
initial_value = 500
[learning]
lambda = 0.5
[[phase]]
rule = "TD"
share = 0.5
[[phase]]
rule = "TC"
[measure]
every = 5e4
games = 20
[save]
seconds = 0.01
)";

class Train : public ProgramTest {
 protected:
  std::string small() const { return write("small.toml", small_recipe); }

  Words train(const std::string& recipe, const std::string& out, const Words& more = {}) const {
    Words words{"train", recipe, "--out", path(out), "--threads", "1"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  Ran run_train(const std::string& recipe, const std::string& out, const Words& more = {}) const {
    auto ran = run(train(recipe, out, more));
    EXPECT_EQ(ran.status, 0) << ran.err;
    return ran;
  }

  Json info(const std::string& file) const { return run_json({"model", "info", path(file)}); }
  std::string checksum(const std::string& out) const { return info(out + "/model.ast")["checksum"]; }
  bool is_there(const std::string& name) const { return std::filesystem::exists(folder_ / name); }

  std::vector<Json> log(const std::string& out) const {
    std::vector<Json> lines;
    std::istringstream text{read_file(path(out + "/log.jsonl"))};
    for (std::string line; std::getline(text, line);) lines.push_back(Json::parse(line));  // throws where it is cut
    return lines;
  }

  /// What was measured and when, without what depends on the clock.
  std::vector<Json> measurements(const std::string& out) const {
    auto lines = log(out);
    for (auto& line : lines) {
      line.erase("seconds");
      line.erase("actions_per_second");
    }
    return lines;
  }

  std::set<std::string> files_in(const std::string& out) const {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator{folder_ / out}) names.insert(entry.path().filename());
    return names;
  }

  /// Microseconds that a new run takes until it has saved for the first time: builds and machines differ.
  std::uint64_t time_to_start(const std::string& recipe) const {
    const auto begin = std::chrono::steady_clock::now();
    Running running{folder_, train(recipe, "timed")};
    EXPECT_TRUE(comes_true([&] { return is_there("timed/recipe.toml"); }));
    return static_cast<std::uint64_t>((std::chrono::steady_clock::now() - begin) / std::chrono::microseconds{1});
  }

  void expect_equal_at_once_in_halves_and_interrupted(const std::string& recipe) const;
};

const std::set<std::string> all_files{"MODEL_CARD.md", "checkpoint", "log.jsonl", "model.ast", "recipe.toml"};

TEST_F(Train, LeavesAFolderWithAllThatTheRunWas) {
  const auto json = run_json(train(small(), "run", {"--set", "learning.beta=0.5"}));
  EXPECT_EQ(files_in("run"), all_files);
  EXPECT_EQ(json["folder"], path("run"));
  EXPECT_EQ(json["finished"], true);
  EXPECT_GE(json["actions"], 200'000);
  EXPECT_LT(json["actions"], 201'000);

  const std::set<std::string> keys{"actions", "seconds", "actions_per_second", "depth", "games", "mean", "ci95",
                                   "max",     "tiles",   "stages"};
  const auto lines = log("run");
  ASSERT_EQ(lines.size(), 2U);
  for (const auto& line : lines) {
    std::set<std::string> found;
    for (const auto& [key, value] : line.items()) found.insert(key);
    EXPECT_EQ(found, keys);
    EXPECT_EQ(line["games"], 50);
    EXPECT_EQ(line["depth"], 1);
  }
  EXPECT_GE(lines[0]["actions"], 100'000);
  EXPECT_LT(lines[0]["actions"], 101'000);
  EXPECT_EQ(lines[1]["actions"], json["actions"]);
  EXPECT_EQ(lines[1]["mean"], json["mean"]);
  EXPECT_GT(lines[1]["mean"], 55);  // a perfect player has 66.96
  EXPECT_GT(lines[1]["seconds"], lines[0]["seconds"]);

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

TEST_F(Train, SaysWhatItNeedsAndHowStrongTheModelIs) {
  const auto ran = run_train(small(), "run");
  EXPECT_TRUE(ran.err.starts_with("needs up to 50 MB of memory and 0 MB of disk\n")) << ran.err;
  EXPECT_NE(ran.out.find("finished after 2000"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("over 50 greedy games"), std::string::npos);
  EXPECT_NE(ran.out.find("afterstate eval " + path("run/model.ast")), std::string::npos);
  EXPECT_EQ(ran.out.find("--resume"), std::string::npos);
}

void Train::expect_equal_at_once_in_halves_and_interrupted(const std::string& recipe) const {
  run_train(recipe, "halves", {"--actions", "1e5", "--seed", "7"});
  run_train(recipe, "halves", {"--resume", "--actions", "2e5"});
  run_train(recipe, "at-once", {"--seed", "7"});
  EXPECT_EQ(checksum("halves"), checksum("at-once"));
  EXPECT_EQ(measurements("halves"), measurements("at-once"));

  // Stopped as soon as it has begun, then wherever it has come to when it has measured once.
  {
    Running begun{folder_, train(recipe, "stopped", {"--seed", "7", "--actions", "1e12"})};
    ASSERT_TRUE(comes_true([&] { return is_there("stopped/recipe.toml"); }));
    EXPECT_EQ(begun.end_by(SIGINT).status, 130);
  }
  {
    Running measured{folder_, train(recipe, "stopped", {"--resume"})};
    ASSERT_TRUE(comes_true([&] { return is_there("stopped/log.jsonl"); }));
    EXPECT_EQ(measured.end_by(SIGINT).status, 130);
  }
  const auto done = info("stopped/checkpoint")["actions"].get<std::uint64_t>();
  EXPECT_EQ(info("stopped/model.ast")["actions"], done);
  const auto more = std::to_string(std::max<std::uint64_t>(done, 200'000) + 100'000);
  run_train(recipe, "stopped", {"--resume", "--actions", more});
  run_train(recipe, "at-once", {"--resume", "--actions", more});
  run_train(recipe, "at-once-again", {"--seed", "7", "--actions", more});
  EXPECT_EQ(checksum("stopped"), checksum("at-once"));
  EXPECT_EQ(checksum("stopped"), checksum("at-once-again"));
  EXPECT_EQ(measurements("stopped"), measurements("at-once-again"));
}

TEST_F(Train, OnOneThreadIsReproducible) { expect_equal_at_once_in_halves_and_interrupted(small()); }

TEST_F(Train, OnOneThreadIsReproducibleThroughTwoPhases) {
  expect_equal_at_once_in_halves_and_interrupted(write("phases.toml", two_phases));
}

TEST_F(Train, OtherSeedsLearnOtherwise) {
  run_train(small(), "first");
  run_train(small(), "same", {"--seed", "1"});
  run_train(small(), "other", {"--seed", "2"});
  EXPECT_EQ(checksum("first"), checksum("same"));
  EXPECT_NE(checksum("first"), checksum("other"));
}

TEST_F(Train, SavesAtASignalAndSaysHowToGoOn) {
  for (const auto& [signal, status] : {std::pair{SIGINT, 130}, {SIGTERM, 143}, {SIGHUP, 129}}) {
    const auto out = std::to_string(signal);
    Running running{folder_, train(small(), out, {"--actions", "1e12", "--set", "measure.games=60"})};
    ASSERT_TRUE(comes_true([&] { return is_there(out + "/log.jsonl"); }));
    const auto ran = running.end_by(signal);
    EXPECT_EQ(ran.status, status);
    EXPECT_TRUE(ran.out.starts_with("stopped after ")) << ran.out;
    EXPECT_EQ(files_in(out), all_files);

    // The call that it names works, although the recipe was changed by --set.
    const std::string go_on = "go on with: afterstate ";
    const auto found = ran.out.find(go_on);
    ASSERT_NE(found, std::string::npos) << ran.out;
    std::istringstream named{ran.out.substr(found + go_on.size())};
    Words words{std::istream_iterator<std::string>{named}, {}};
    const auto done = info(out + "/checkpoint")["actions"].get<std::uint64_t>();
    words.insert(words.end(), {"--actions", std::to_string(done + 1000)});
    const auto json = run_json(words);
    EXPECT_EQ(json["finished"], true);
    EXPECT_GE(json["actions"], done + 1000);
  }
}

TEST_F(Train, MakesUpForAMeasurementThatWasStopped) {
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

/// Tables that take some milliseconds to save, and that are saved often.
constexpr auto often_saved = R"(board = "3x3"
[network]
tuples = "012345 013467"
[measure]
every = 1e5
games = 20
[save]
seconds = 0.01
)";

std::uint64_t kills_of(double count) { return std::min<std::uint64_t>(scaled(count - 1), 1000); }

/// Kills a run again and again, at random moments and in the middle of saving, and goes on with it.
TEST_F(Train, SurvivesBeingKilledAtAnyMoment) {
  const auto recipe = write("recipe.toml", often_saved);
  const auto half_written = [&] {
    std::set<std::string> found;
    if (is_there("run"))
      for (const auto& name : files_in("run"))
        if (name.ends_with(".tmp")) found.insert(name);
    return found;
  };
  const auto start = time_to_start(recipe);
  std::set<std::string> in_the_middle;  // each has the number of its process in it
  const auto kills = kills_of(50);
  for (std::uint64_t round = 0; round < kills; ++round) {
    const auto random = random_block(9, round, 0, 0);
    const bool go_on = is_there("run/checkpoint");
    // A line that is cut off, as a machine that stops may leave it.
    if (go_on && round % 5 == 4) std::ofstream{folder_ / "run/log.jsonl", std::ios::app} << "{\"actions\":" << round;
    Running running{folder_, train(recipe, "run", {go_on ? "--resume" : "--seed=1", "--actions", "1e12"})};
    if (round % 2 == 0) {
      ::usleep(
          static_cast<useconds_t>(1000 + uniform_below(random.first, std::max<std::uint64_t>(149'000, 2 * start))));
    } else {
      ASSERT_TRUE(comes_true([&] { return half_written().empty(); }));  // what the last kill left is removed
      ASSERT_TRUE(comes_true([&] { return !half_written().empty(); }));
      ::usleep(static_cast<useconds_t>(uniform_below(random.first, start / 4)));
    }
    const auto ran = running.end_by(SIGKILL);
    ASSERT_EQ(ran.status, 128 + SIGKILL) << ran.err;
    in_the_middle.merge(half_written());
    ASSERT_TRUE(!go_on || is_there("run/checkpoint"));
    if (is_there("run/checkpoint")) {
      const auto looked_at = run({"model", "info", path("run/checkpoint"), "--json"});
      ASSERT_EQ(looked_at.status, 0) << looked_at.err;
    }
  }
  RecordProperty("killed_in_the_middle_of_saving", std::to_string(in_the_middle.size()));
  EXPECT_GT(in_the_middle.size(), kills / 8);

  const auto until = std::to_string(info("run/checkpoint")["actions"].get<std::uint64_t>() + 50'000);
  run_train(recipe, "run", {"--resume", "--actions", until});
  run_train(recipe, "at-once", {"--actions", until});
  EXPECT_EQ(files_in("run"), all_files);
  EXPECT_EQ(checksum("run"), checksum("at-once"));
  EXPECT_EQ(measurements("run"), measurements("at-once"));
}

TEST_F(Train, SurvivesBeingKilledWhileItStarts) {
  const auto recipe = write("recipe.toml", often_saved);
  run_train(recipe, "at-once", {"--actions", "1e4"});
  const auto expected = checksum("at-once");
  const auto start = time_to_start(recipe);
  for (std::uint64_t round = 0; round < kills_of(15); ++round) {
    {
      Running running{folder_, train(recipe, "run", {"--actions", "1e4"})};
      ::usleep(static_cast<useconds_t>(uniform_below(random_block(8, round, 0, 0).first, 2 * start)));
      running.end_by(SIGKILL);
    }
    run_train(recipe, "run", is_there("run/checkpoint") ? Words{"--resume"} : Words{"--actions", "1e4"});
    EXPECT_EQ(files_in("run"), all_files);
    ASSERT_EQ(checksum("run"), expected);
    std::filesystem::remove_all(folder_ / "run");
  }
}

TEST_F(Train, StartsWhereARunWasKilledBeforeItsFirstCheckpoint) {
  run_train(small(), "whole");
  std::filesystem::create_directory(folder_ / "run");
  std::filesystem::copy(folder_ / "whole/recipe.toml", folder_ / "run");
  write("run/checkpoint.1.tmp", "half");
  run_train(small(), "run");
  EXPECT_EQ(files_in("run"), all_files);
  EXPECT_EQ(checksum("run"), checksum("whole"));
}

TEST_F(Train, GoesOnFromACheckpointAlone) {
  run_train(small(), "run");
  const auto before = checksum("run");
  for (const auto& name : all_files)
    if (name != "checkpoint") std::filesystem::remove(folder_ / "run" / name);
  const auto ran = run_train(small(), "run", {"--resume"});
  EXPECT_NE(ran.err.find("finished already after 2000"), std::string::npos) << ran.err;
  EXPECT_EQ(files_in("run"), all_files);
  EXPECT_EQ(checksum("run"), before);
  run_train(small(), "run", {"--resume", "--actions", "2e5"});  // as often as one likes
  EXPECT_EQ(checksum("run"), before);
}

TEST_F(Train, LeavesTheFilesOfOthersAlone) {
  std::filesystem::create_directory(folder_ / "run");
  write("run/notes.tmp", "mine");
  write("run/checkpoint.1.tmp", "half");
  run_train(small(), "run");
  run_train(small(), "run", {"--resume"});
  EXPECT_EQ(read_file(path("run/notes.tmp")), "mine");
  EXPECT_FALSE(is_there("run/checkpoint.1.tmp"));

  for (const auto* name : {"recipe.toml", "log.jsonl", "model.ast", "MODEL_CARD.md"}) {
    const auto out = std::string{"with-"} + name;
    std::filesystem::create_directory(folder_ / out);
    write(out + "/" + name, small_recipe);
    expect_error(train(small(), out), 2, "is there already and the run would replace it");
    EXPECT_EQ(read_file(path(out + "/" + name)), small_recipe);
    EXPECT_EQ(files_in(out).size(), 1U);
  }
}

TEST_F(Train, ResumesNothingElse) {
  expect_error(train(small(), "run", {"--resume"}), 2, "has no checkpoint to go on from");
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
  refused({"--actions", "5e4"}, "--actions 50000: the run in '" + path("run") + "' has made 1000");
  refused({"--games", "10"}, "--games 10: the run in");
  refused({"--init", path("run/model.ast")}, "give one of the two");
  refused({"--actions", "3e5", "--games", "1e6"}, "give one of them");
  const auto other = write("other.toml", std::string{small_recipe} + "[learning]\nrule = \"TD\"\n");
  expect_error(train(other, "run", {"--resume"}), 2, "learning.rule is \"TD\" in one and \"TC\" in the other");
  const auto phases = write("phases.toml", std::string{small_recipe} + "[[phase]]\nactions = 5\n[[phase]]\n");
  expect_error(train(phases, "run", {"--resume"}), 2, "the number of phases is 2 in one and 1 in the other");
  const auto described = write("described.toml", std::string{"description = \"words\"\n"} + small_recipe);
  run_train(described, "run", {"--resume", "--seed", "5"});
}

TEST_F(Train, RefusesAFolderThatItCannotUse) {
  run_train(small(), "run");
  const auto before = read_file(path("run/checkpoint"));
  expect_error(train(small(), "run"), 2, "'" + path("run") + "' holds a run already; go on with it (--resume)");
  EXPECT_EQ(read_file(path("run/checkpoint")), before);
  EXPECT_EQ(files_in("run"), all_files);
  expect_error(train(small(), "small.toml"), 2, "cannot use '" + path("small.toml") + "' as a folder: Not a directory");
  expect_error(train(small(), "small.toml/below"), 2, "as a folder: Not a directory");
}

TEST_F(Train, RefusesWrongCalls) {
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
  expect_error(train(small(), "run", {"--set", "board=1x4"}), 2, "networks are there for 4x4");
  expect_error(train(small(), "run", {"--resum"}), 2, "unknown option '--resum' (did you mean '--resume'?)");
  EXPECT_FALSE(is_there("run"));
}

TEST_F(Train, EndsAfterTheGamesThatWereAskedFor) {
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

TEST_F(Train, StartsFromNoModelOfOtherTables) {
  run_train(small(), "first", {"--actions", "1e4"});
  const auto refused = [&](const Words& settings, const std::string& part) {
    Words words{"--init", path("first/model.ast")};
    for (const auto& setting : settings) words.insert(words.end(), {"--set", setting});
    expect_error(train(small(), "run", words), 2, part);
    EXPECT_FALSE(is_there("run"));
  };
  refused({"board=3x3"}, "first/model.ast' is a model for 2x2, the recipe is for 3x3");
  refused({"network.tuples=012"}, "has other tables than the recipe: 0123 with 6 tile values, stages one and promotion none, not 012 with 6");
  refused({"network.tile_values=5"}, "not 0123 with 5 tile values");
  refused({"network.initial_value=50"}, "has the initial value 0, the recipe 50");
  expect_error(train(small(), "run", {"--init", path("none.ast")}), 2, "cannot read '" + path("none.ast") + "'");
  EXPECT_FALSE(is_there("run"));
}

TEST_F(Train, RefusesADamagedCheckpoint) {
  run_train(small(), "run", {"--actions", "1e4"});
  const auto good = read_file(path("run/checkpoint"));
  const auto others = read_file(path("run/log.jsonl")) + read_file(path("run/model.ast"));
  for (std::uint64_t round = 0; round < scaled(20); ++round) {
    const auto random = random_block(5, round, 0, 0);
    auto bad = good;
    if (round % 2 == 0)
      bad.resize(uniform_below(random.first, good.size()));
    else
      bad[uniform_below(random.first, good.size())] ^= static_cast<char>(1U << uniform_below(random.second, 8));
    write("run/checkpoint", bad);
    expect_error(train(small(), "run", {"--resume", "--actions", "2e4"}), 1, "'" + path("run/checkpoint") + "' is ");
    expect_error(train(small(), "new", {"--init", path("run/checkpoint")}), 1, "'" + path("run/checkpoint") + "' is ");
    EXPECT_EQ(read_file(path("run/checkpoint")), bad);
    EXPECT_FALSE(is_there("new"));
  }
  EXPECT_EQ(files_in("run"), all_files);
  EXPECT_EQ(read_file(path("run/log.jsonl")) + read_file(path("run/model.ast")), others);
  std::filesystem::copy(folder_ / "run/model.ast", folder_ / "run/checkpoint",
                        std::filesystem::copy_options::overwrite_existing);
  expect_error(train(small(), "run", {"--resume"}), 2, "is a model, not a checkpoint");
  write("run/checkpoint", good);
  run_train(small(), "run", {"--resume", "--actions", "2e4"});
}

TEST_F(Train, RefusesWhatThisMachineHasNoRoomFor) {
  std::string tuples;
  for (const auto* tuple : {"01234567", "12345678", "23456789", "3456789a", "456789ab", "01245689", "0124589a",
                            "0123456a", "0123456b", "0123457b"})
    tuples += std::string{tuples.empty() ? "" : " "} + tuple;
  const Words huge{"--set", "board=4x4", "--set", "network.tuples=" + tuples};
  expect_error(train(small(), "run", huge), 2, "needs up to 515446 MB of memory, and there are ");
  auto half_as_huge = huge;
  half_as_huge.insert(half_as_huge.end(), {"--set", "learning.rule=TD"});
  expect_error(train(small(), "run", half_as_huge), 2, "needs up to 171848 MB of memory, and there are ");
  EXPECT_FALSE(is_there("run"));
}

TEST_F(Train, KeepsTheLastGoodCheckpointWhereTheDiskIsFull) {
  const auto recipe = write("phases.toml", two_phases);
  const auto on_a_full_disk = [&](const Words& more, rlim_t largest_file) {
    return Running{folder_, train(recipe, "run", more), {}, largest_file}.wait();
  };
  // Not even the first one.
  expect_error(on_a_full_disk({}, 1000), 1, "nothing was kept of it");
  EXPECT_FALSE(is_there("run"));

  run_train(recipe, "run", {"--actions", "3e4"});
  const auto before = read_file(path("run/checkpoint"));
  const auto ran = on_a_full_disk({"--resume", "--actions", "1e12"}, before.size() + 1000);
  EXPECT_EQ(ran.status, 1);
  EXPECT_NE(ran.err.find("afterstate: error: writing '" + path("run/checkpoint") + "': File too large"),
            std::string::npos)
      << ran.err;
  EXPECT_EQ(files_in("run"), all_files);
  EXPECT_GE(info("run/checkpoint")["actions"], 30'000);
  run_train(recipe, "run", {"--resume", "--actions", "2e5"});
  run_train(recipe, "at-once");
  EXPECT_EQ(checksum("run"), checksum("at-once"));
  EXPECT_EQ(measurements("run").back(), measurements("at-once").back());
}

TEST_F(Train, HasAFolderForItself) {
  Running running{folder_, train(small(), "run", {"--actions", "1e12"}), "first-"};
  ASSERT_TRUE(comes_true([&] { return is_there("run/recipe.toml"); }));
  expect_error(train(small(), "run"), 2, "another run is at work in '" + path("run") + "'");
  expect_error(train(small(), "run", {"--resume"}), 2, "another run is at work in '" + path("run") + "'");
  EXPECT_EQ(running.end_by(SIGTERM).status, 143);
  run_train(small(), "run",
            {"--resume", "--actions", std::to_string(info("run/checkpoint")["actions"].get<std::uint64_t>() + 1)});
}

TEST_F(Train, LearnsOnSeveralThreads) {
  const auto json = run_json({"train", small(), "--out", path("run"), "--threads", "4"});
  EXPECT_GE(json["actions"], 200'000);
  EXPECT_GT(json["mean"], 55);
  run_train(small(), "run", {"--resume", "--actions", "3e5"});
}

}  // namespace
}  // namespace afterstate
