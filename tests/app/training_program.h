// Shared by the training tests.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "app/program.h"

namespace afterstate {

/// A tuple that covers the whole 2x2 board: trains in a tenth of a second.
inline constexpr auto small_recipe = R"(board = "2x2"
actions = 2e5
[network]
tuples = "0123"
[measure]
every = 1e5
games = 50
[save]
seconds = 0.05
)";

/// Two rules, one after the other, with errors credited over several actions.
inline constexpr auto two_phases = R"(board = "3x3"
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
    for (std::string line; std::getline(text, line);) lines.push_back(Json::parse(line));  // throws if it is truncated
    return lines;
  }

  /// The measurements without the fields that depend on the clock.
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

  /// The time of a new run until its first save in microseconds: builds and machines differ.
  std::uint64_t time_to_start(const std::string& recipe) const {
    const auto begin = std::chrono::steady_clock::now();
    Running running{folder_, train(recipe, "timed")};
    EXPECT_TRUE(comes_true([&] { return is_there("timed/recipe.toml"); }));
    return static_cast<std::uint64_t>((std::chrono::steady_clock::now() - begin) / std::chrono::microseconds{1});
  }

  void expect_equal_at_once_in_halves_and_interrupted(const std::string& recipe) const;
};

inline const std::set<std::string> all_files{"MODEL_CARD.md", "checkpoint", "log.jsonl", "model.ast", "recipe.toml"};

inline void Train::expect_equal_at_once_in_halves_and_interrupted(const std::string& recipe) const {
  run_train(recipe, "halves", {"--actions", "1e5", "--seed", "7"});
  run_train(recipe, "halves", {"--resume", "--actions", "2e5"});
  run_train(recipe, "at-once", {"--seed", "7"});
  EXPECT_EQ(checksum("halves"), checksum("at-once"));
  EXPECT_EQ(measurements("halves"), measurements("at-once"));

  // Stopped as soon as it has started, then after its first measurement.
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

}  // namespace afterstate
