// The methods of learning, run as a user would: recipes, reports per stage, folding, and settings that cannot be
// combined.
#include <gtest/gtest.h>

#include "app/training_program.h"

namespace afterstate {
namespace {

/// Stages that games of 3x3 reach, and every kind of training state that must survive a restart.
constexpr auto staged_recipe = R"(board = "3x3"
actions = 2e5
[network]
tuples = "0134 1245 01"
stages = "16 32 64 128"
promotion = "both"
[learning]
start = "carousel"
[measure]
every = 5e4
games = 20
[save]
seconds = 0.05
)";

class TrainMethods : public Train {
 protected:
  std::string staged() const { return write("staged.toml", staged_recipe); }

  Words with(const std::string& recipe, const Words& settings) const {
    Words words = train(recipe, "run");
    for (const auto& setting : settings) words.insert(words.end(), {"--set", setting});
    return words;
  }
};

TEST_F(TrainMethods, CarouselIsReproducibleOnOneThread) { expect_equal_at_once_in_halves_and_interrupted(staged()); }

TEST_F(TrainMethods, ResumingIsExactForEveryStartAndCredit) {
  int number = 0;
  for (const std::string settings :
       {"start = \"restart\"\nrestart_length = 10\ncredit = \"backward\"", "rule = \"Autostep\"\ncredit = \"backward\"",
        "start = \"carousel\"\nlambda = 0.5", "start = \"stage\"\nstage = 2\nepsilon = 0.1"}) {
    auto text = std::string{staged_recipe};
    text.replace(text.find("start = \"carousel\""), 18, settings);
    const auto recipe = write("recipe.toml", text);
    const auto name = [&](const std::string& half) { return half + std::to_string(number); };
    run_train(recipe, name("halves"), {"--actions", "1e5"});
    run_train(recipe, name("halves"), {"--resume", "--actions", "2e5"});
    run_train(recipe, name("once"));
    EXPECT_EQ(checksum(name("halves")), checksum(name("once"))) << settings;
    EXPECT_EQ(measurements(name("halves")), measurements(name("once"))) << settings;
    ++number;
  }
}

TEST_F(TrainMethods, ReportLearningPerStage) {
  run_train(staged(), "run");
  const auto stages = log("run").back()["stages"];
  ASSERT_EQ(stages.size(), 5U);
  double actions = 0;
  for (const auto& stage : stages) {
    actions += stage["actions"].get<double>();
    EXPECT_GT(stage["touched"], 0);
    EXPECT_LE(stage["touched"], 1);
    EXPECT_GT(stage["rate"], 0);
    EXPECT_LE(stage["rate"], 1);
    EXPECT_GT(stage["games"], 0);
    EXPECT_GT(stage["predicted"], 0);
    EXPECT_GT(stage["realised"], 0);
    if (&stage == &stages.back()) {
      EXPECT_TRUE(stage["passed"].is_null());
    } else {
      EXPECT_GT(stage["passed"], 0);
      EXPECT_LE(stage["passed"], 1);
    }
  }
  EXPECT_NEAR(actions, 1, 1e-9);
  const auto model = info("run/model.ast");
  EXPECT_EQ(model["stages"], 5);
  EXPECT_EQ(model["staging"], "16 32 64 128");
  EXPECT_EQ(model["promotion"], "both");
  EXPECT_EQ(model["by_stage"], stages);
  const auto text = run({"model", "info", path("run/model.ast")}).out;
  EXPECT_NE(text.find("5 (16 32 64 128), promotion both"), std::string::npos) << text;
  EXPECT_NE(text.find("predicted    realised"), std::string::npos) << text;
}

TEST_F(TrainMethods, FoldedModelsPlayTheSame) {
  run_train(staged(), "run");
  const auto json = run_json({"model", "fold", path("run/model.ast"), path("folded.ast")});
  EXPECT_EQ(json["tuples_before"], 3);
  EXPECT_EQ(json["tuples"], 1);  // 1245 is an image of 0134
  EXPECT_EQ(info("folded.ast")["checksum"], json["checksum"]);
  const auto values = [&](const std::string& model) {
    return run_json({"hint", "2 4 8 16 32 64 128 0 0", "--model", path(model)})["moves"];
  };
  const auto before = values("run/model.ast");
  const auto after = values("folded.ast");
  ASSERT_EQ(before.size(), after.size());
  for (const auto& [move, value] : before.items()) {
    ASSERT_EQ(value.is_null(), after[move].is_null()) << move;
    if (value.is_null()) continue;
    EXPECT_NEAR(value.get<double>(), after[move].get<double>(), 1e-2) << move;
  }
  const auto mean = [&](const std::string& model) {
    return run_json({"eval", path(model), "--games", "200"})["mean"].get<double>();
  };
  EXPECT_NEAR(mean("run/model.ast"), mean("folded.ast"), 1e-9);  // both are folded when they are loaded to play
  expect_error({"model", "fold", path("folded.ast"), path("again.ast")}, 2, "has nothing to fold");
  expect_error({"model", "fold", path("folded.ast"), path("folded.ast")}, 2, "is both input and output");
  expect_error({"model", "fold", path("none.ast"), path("again.ast")}, 2, "cannot read");
}

TEST_F(TrainMethods, RefuseInvalidCombinations) {
  const auto refused = [&](const Words& settings, const std::string& part) {
    expect_error(with(small(), settings), 2, part);
    EXPECT_FALSE(is_there("run"));
  };
  refused({"network.stages=16 8"}, "games reach '8' before '16'");
  refused({"network.promotion=inter"}, "takes values from the previous stage, but there is only one stage");
  refused({"network.promotion=both"}, "but there is only one stage");
  refused({"network.promotion=up"}, "give \"none\", \"intra\", \"inter\" or \"both\"");
  refused({"learning.start=carousel"}, "carousel\" needs several stages, but there is only one");
  refused({"learning.start=stage", "learning.stage=1"}, "stage\" needs several stages, but there is only one");
  refused({"learning.start=stage", "network.stages=8 16"}, "needs the number of the stage: stage = 1 to 2 (it is 0)");
  refused({"learning.start=stage", "network.stages=8 16", "learning.stage=3"}, "stage = 1 to 2 (it is 3)");
  refused({"learning.stage=1", "network.stages=8 16"}, "stage = 1 requires start = \"stage\"");
  refused({"learning.credit=backward", "learning.lambda=0.5"}, "\"backward\" cannot be combined with lambda 0.5");
  refused({"learning.rule=Autostep", "learning.lambda=0.5"}, "is defined only for lambda = 0 (it is 0.5)");
  refused({"learning.rule=Autostep", "learning.mu=0"}, "learning.mu is 0; give a number above 0 and up to 1");
  refused({"learning.restart_length=0"}, "learning.restart_length is 0; give a whole number from 1");
  refused({"learning.epsilon=0.1", "learning.temperature=5"}, "epsilon and temperature cannot be combined");
  refused({"learning.epsilon=2"}, "learning.epsilon is 2; give a number from 0 to 1");
  refused({"network.stages=max9"}, "unknown stages 'max9'");
  refused({"network.stages=max8"}, "no game on 2x2 reaches the second stage");
  const auto mixed = write("mixed.toml", std::string{small_recipe} +
                                             "[[phase]]\nrule = \"TC\"\nshare = 0.5\n[[phase]]\nrule = \"Autostep\"\n");
  expect_error(train(mixed, "run"), 2, "TC and Autostep cannot be combined in one run");
  // Valid combinations are accepted: restart with forward credit, promotion by halves in one stage.
  EXPECT_EQ(run(with(small(), {"learning.start=restart", "network.promotion=intra", "actions=1e4"})).status, 0);
}

}  // namespace
}  // namespace afterstate
