// Which model is used if no engine is named, and that the default model plays well.
#include <gtest/gtest.h>

#include "app/program.h"

namespace afterstate {
namespace {

class DefaultModel : public ProgramTest {
 protected:
  void SetUp() override { ::unsetenv("AFTERSTATE_MODEL"); }
  void TearDown() override { ::unsetenv("AFTERSTATE_MODEL"); }

  /// A model that cannot be mistaken for the default model.
  std::string tiny_model() const {
    const auto recipe = write("tiny.toml", "board = \"2x2\"\nactions = 1000\n[network]\ntuples = \"0123\"\n");
    EXPECT_EQ(run({"train", recipe, "--out", path("tiny")}).status, 0);
    return path("tiny/model.ast");
  }
};

TEST_F(DefaultModel, PlaysIfNoEngineIsNamed) {
  const auto json = run_json({"eval", "--games", "100", "--seed", "3"});
  EXPECT_GT(json["mean"], 150'000);
}

TEST_F(DefaultModel, GivesHintsIfNoEngineIsNamed) {
  const auto json = run_json({"hint", "2 4 8 16  2 4 8 0  0 0 0 0  0 0 0 0", "--depth", "2"});
  EXPECT_EQ(json["depth"], 2);
  EXPECT_GT(json["moves"][json["best"].get<std::string>()], 100'000);
}

TEST_F(DefaultModel, IsReadFromTheEnvironmentVariable) {
  const auto model = tiny_model();
  ::setenv("AFTERSTATE_MODEL", model.c_str(), 1);
  EXPECT_LT(run_json({"eval", "--games", "10"})["mean"], 200);
  EXPECT_TRUE(run_json({"hint", "2 2 0 0"})["best"].is_string());
  ::setenv("AFTERSTATE_MODEL", path("nothing.ast").c_str(), 1);
  for (const Words& words : {Words{"eval"}, Words{"hint", "2 2 0 0"}, Words{"play"}})
    expect_error(words, 2, "AFTERSTATE_MODEL is set to");
  // --model takes precedence.
  EXPECT_LT(run_json({"eval", "--model", model, "--games", "10"})["mean"], 200);
}

TEST_F(DefaultModel, IsLoadedOnceAGameAsksForIt) {
  const auto play = [&](const std::string& keys) { return run({"play", "--seed", "1", "--json"}, keys); };
  EXPECT_EQ(play("hq").status, 0);
  // A damaged model shows when it is read: not by a game, but by the first hint.
  const auto damaged = write("damaged.ast", "AFTSTATE and nothing else");
  ::setenv("AFTERSTATE_MODEL", damaged.c_str(), 1);
  EXPECT_EQ(play("wasduq").status, 0);
  expect_error(play("wasdhq"), 1, "'" + damaged + "' is");
}

}  // namespace
}  // namespace afterstate
