// What a run gives to others: a live view, event files for TensorBoard, repeated runs.
#include <gtest/gtest.h>

#include <cmath>

#include "app/python_program.h"
#include "app/training_program.h"

namespace afterstate {
namespace {

TEST_F(Train, LiveViewShowsProgressAndAGame) {
  run_train(small(), "plain", {"--actions", "1e5"});
  Running running{folder_, train(small(), "live", {"--actions", "1e12", "--live"})};
  const auto read = [&] { return Json::parse(read_file(path("live/live.json")), nullptr, false); };
  const auto shows = [&](const auto& condition) {
    return comes_true([&] {
      const auto json = is_there("live/live.json") ? read() : Json{};
      return json.is_object() && condition(json["progress"], json["live"]);
    });
  };
  EXPECT_TRUE(shows([](const Json& progress, const Json&) {
    return progress["actions"] > 0 && progress["goal"] == 1e12 && progress["actions_per_second"] > 0 &&
           progress["seconds_left"] > 0;
  }));
  EXPECT_TRUE(shows([](const Json&, const Json& live) {
    if (live["last"].is_null() || live["tuples"].size() != 1) return false;
    EXPECT_GT(live["turn"], 0);
    EXPECT_EQ(live["tuples"][0]["cells"], "0123");
    // The shares add up to the value, and the error is what followed minus that.
    const double value = live["value"];
    EXPECT_NEAR(live["tuples"][0]["share"], value, 1e-6);
    const auto& best = live["values"]["best"];
    const double target = best.is_null() ? 0 : live["values"]["moves"][best.get<std::string>()].get<double>();
    EXPECT_NEAR(live["error"].get<double>(), target - value, 1e-6);
    return true;
  }));
  EXPECT_TRUE(shows([](const Json&, const Json& live) { return live["game"] > 0; })) << "a new game follows";
  EXPECT_EQ(running.end_by(SIGINT).status, 130);
  EXPECT_EQ(files_in("live"), all_files) << "the view is removed at the end";
}

TEST_F(Train, LiveViewDoesNotChangeWhatIsLearned) {
  const auto recipe = write("phases.toml", two_phases);
  run_train(recipe, "plain");
  run_train(recipe, "live", {"--live"});
  EXPECT_EQ(checksum("plain"), checksum("live"));
  EXPECT_EQ(measurements("plain"), measurements("live"));
}

/// The events of the only event file in the folder that is not in `known`.
class TensorboardTrain : public Train {
 protected:
  std::vector<std::string> event_files(const std::string& out) const {
    std::vector<std::string> files;
    for (const auto& name : files_in(out))
      if (name.starts_with("events.out.tfevents.")) files.push_back(name);
    return files;
  }

  std::vector<Json> events(const std::string& out, const std::string& name) const {
    const auto ran = run_python("tfevents_reader.py", {path(out + "/" + name)});
    EXPECT_EQ(ran.status, 0) << ran.out;
    std::vector<Json> events;
    std::istringstream text{ran.out};
    for (std::string line; std::getline(text, line);) events.push_back(Json::parse(line));
    return events;
  }

  static void expect_equal(const Json& event, const Json& line) {
    EXPECT_EQ(event["step"], line["actions"]);
    const auto& scalars = event["scalars"];
    const auto expect_near = [&](const std::string& tag, const Json& value) {
      ASSERT_TRUE(scalars.contains(tag)) << tag;
      EXPECT_NEAR(scalars[tag].get<double>(), value.get<double>(), 1e-6 * std::abs(value.get<double>())) << tag;
    };
    expect_near("score/mean", line["mean"]);
    expect_near("score/ci95", line["ci95"]);
    expect_near("score/max", line["max"]);
    expect_near("speed/actions_per_second", line["actions_per_second"]);
    for (const auto& [tile, share] : line["tiles"].items()) expect_near("tiles/" + tile, share["share"]);
    if (line["actions"] > 0) expect_near("stage 0/predicted", line["stages"][0]["predicted"]);
    if (line["actions"] > 0) expect_near("stage 0/realised", line["stages"][0]["realised"]);
  }
};

TEST_F(TensorboardTrain, WritesWhatAnIndependentReaderReads) {
  run_train(small(), "run", {"--tensorboard"});
  const auto files = event_files("run");
  ASSERT_EQ(files.size(), 1U);
  const auto read = events("run", files[0]);
  const auto lines = log("run");
  ASSERT_EQ(read.size(), lines.size() + 1);
  EXPECT_EQ(read[0]["file_version"], "brain.Event:2");
  for (std::size_t n = 0; n < lines.size(); ++n) expect_equal(read[n + 1], lines[n]);
  EXPECT_GE(read[3]["wall_time"], read[1]["wall_time"]);
  EXPECT_GT(read[1]["wall_time"], 1.6e9);

  // The reader does check: one wrong byte is found.
  auto bytes = read_file(path("run/" + files[0]));
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  EXPECT_EQ(run_python("tfevents_reader.py", {write("damaged", bytes)}).status, 1);
}

TEST_F(TensorboardTrain, ResumesInANewFile) {
  run_train(small(), "run", {"--actions", "1e5", "--tensorboard"});
  const auto first = event_files("run");
  const auto before = log("run").back()["actions"].get<std::uint64_t>();
  run_train(small(), "run", {"--resume", "--actions", "2e5", "--tensorboard"});
  auto files = event_files("run");
  ASSERT_EQ(files.size(), 2U);
  const auto second = files[0] == first[0] ? files[1] : files[0];
  const auto read = events("run", second);
  ASSERT_EQ(read.size(), 3U);
  EXPECT_EQ(read[1]["session_status"], 1) << "what older files have from this step on is void";
  EXPECT_EQ(read[1]["step"], before + 1);
  expect_equal(read[2], log("run").back());

  // A run that began without the option gets its whole history.
  run_train(small(), "late", {"--actions", "1e5"});
  run_train(small(), "late", {"--resume", "--actions", "2e5", "--tensorboard"});
  const auto lines = log("late");
  const auto whole = events("late", event_files("late").at(0));
  ASSERT_EQ(whole.size(), lines.size() + 1);
  for (std::size_t n = 0; n < lines.size(); ++n) expect_equal(whole[n + 1], lines[n]);
}

/// The mean of the runs, and its interval by Student's t with two degrees of freedom.
void expect_over_three_seeds(const nlohmann::json& json) {
  ASSERT_EQ(json["runs"].size(), 3U);
  double sum = 0;
  for (const auto& run : json["runs"]) sum += run["mean"].get<double>();
  double squares = 0;
  for (const auto& run : json["runs"]) squares += std::pow(run["mean"].get<double>() - sum / 3, 2);
  EXPECT_NEAR(json["mean"].get<double>(), sum / 3, 1e-9);
  EXPECT_NEAR(json["ci95"].get<double>(), 4.30265273 * std::sqrt(squares / 2 / 3), 1e-5);
}

TEST_F(Train, RepeatsWithSeveralSeeds) {
  const auto json = run_json(train(small(), "runs", {"--seeds", "3"}));
  expect_over_three_seeds(json);
  EXPECT_EQ(json["folder"], path("runs"));
  EXPECT_EQ(json["seeds"], 3);
  EXPECT_EQ(json["finished"], true);
  EXPECT_EQ(files_in("runs"), (std::set<std::string>{"seed-1", "seed-2", "seed-3"}));
  run_train(small(), "second", {"--seed", "2"});
  EXPECT_EQ(json["runs"][1]["seed"], 2);
  EXPECT_EQ(json["runs"][1]["folder"], path("runs/seed-2"));
  EXPECT_EQ(json["runs"][1]["checksum"], checksum("second"));
  EXPECT_EQ(checksum("runs/seed-2"), checksum("second"));
  // Again would replace them; --resume has nothing to do.
  expect_error(train(small(), "runs", {"--seeds", "3"}), 2, "seed-1' already holds a run");
  const auto again = run_json(train(small(), "runs", {"--seeds", "3", "--resume"}));
  EXPECT_EQ(again["mean"], json["mean"]);
  // More seeds go on where these end.
  const auto ran = run_train(small(), "runs", {"--seeds", "4", "--resume"});
  EXPECT_NE(ran.out.find("over 4 seeds"), std::string::npos) << ran.out;
  EXPECT_TRUE(is_there("runs/seed-4/model.ast"));
  expect_error(train(small(), "none", {"--seeds", "2", "--resume"}), 2, "no run of --seeds to resume");
  expect_error(train(small(), "none", {"--seeds", "0"}), 2, "--seeds");
}

TEST_F(Train, StopsAndResumesSeveralSeeds) {
  const Words many{"--seeds", "2", "--actions", "1e12"};
  Running running{folder_, train(small(), "runs", many)};
  ASSERT_TRUE(comes_true([&] { return is_there("runs/seed-1/log.jsonl"); }));
  const auto ran = running.end_by(SIGINT);
  EXPECT_EQ(ran.status, 130);
  EXPECT_NE(ran.out.find("none of 2 seeds is finished"), std::string::npos) << ran.out;
  EXPECT_FALSE(is_there("runs/seed-2"));
  const auto done = info("runs/seed-1/checkpoint")["actions"].get<std::uint64_t>();
  const auto json =
      run_json(train(small(), "runs", {"--seeds", "2", "--resume", "--actions", std::to_string(done + 200'000)}));
  EXPECT_EQ(json["finished"], true);
  EXPECT_EQ(json["runs"].size(), 2U);
}

TEST_F(Train, EvaluatesWithSeveralSeeds) {
  const auto json = run_json({"eval", "random", "--games", "40", "--seeds", "3", "--seed", "5"});
  expect_over_three_seeds(json);
  const auto alone = run_json({"eval", "random", "--games", "40", "--seed", "6"});
  EXPECT_EQ(json["runs"][1]["seed"], 6);
  EXPECT_EQ(json["runs"][1]["mean"], alone["mean"]);
  const auto ran = run({"eval", "random", "--games", "40", "--seeds", "2", "--record", path("games.jsonl")});
  EXPECT_NE(ran.out.find("over 2 seeds"), std::string::npos) << ran.out;
  const auto records = read_file(path("games.jsonl"));
  EXPECT_EQ(std::ranges::count(records, '\n'), 80);
}

}  // namespace
}  // namespace afterstate
