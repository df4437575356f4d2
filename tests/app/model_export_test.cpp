// The model format, read by an independent reader that follows docs/model-format.md, and exported for NumPy.
#include <gtest/gtest.h>

#include "app/python_program.h"

namespace afterstate {
namespace {

class ModelFormat : public ProgramTest {
 protected:
  /// Trains a small model and returns the folder of the run.
  std::string trained(const std::string& recipe) const {
    const auto ran = run({"train", write("recipe.toml", recipe + "[measure]\nevery = 1e6\ngames = 2\n"), "--out",
                          path("run"), "--threads", "1"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    return path("run");
  }

  void expect_read(const std::string& model, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{AFTERSTATE_PROGRAM, model};
    words.insert(words.end(), more.begin(), more.end());
    const auto ran = run_python("model_reader.py", words);
    EXPECT_EQ(ran.status, 0) << ran.out;
    EXPECT_NE(ran.out.find("values agree"), std::string::npos) << ran.out;
  }

  void expect_exported(const std::string& model) const {
    const auto json = run_json({"model", "export", "--format", "npz", model, path("model.npz")});
    EXPECT_EQ(json["bytes"], std::filesystem::file_size(path("model.npz")));
    expect_read(model, {path("model.npz")});
  }
};

TEST_F(ModelFormat, FewerThanSixteenTileValues) {
  const auto run_folder =
      trained("board = \"3x3\"\nactions = 5e4\n[network]\ntuples = \"0134 1245 012\"\ninitial_value = 500\n");
  expect_exported(run_folder + "/model.ast");
  expect_read(run_folder + "/checkpoint");
  const auto packed = path("packed.ast");
  ASSERT_EQ(run({"model", "pack", run_folder + "/checkpoint", packed, "--max-mb", "1", "--games", "0"}).status, 0);
  expect_exported(packed);
}

TEST_F(ModelFormat, SixteenTileValuesStagesAndPromotion) {
  expect_exported(trained("actions = 5e4\n[network]\ntuples = \"0145 159\"\nstages = \"64 128 128+64\"\n"
                          "promotion = \"both\"\n") +
                  "/model.ast");
}

TEST_F(ModelFormat, StagesByTurnOnAnOblongBoard) {
  expect_exported(trained("board = \"2x3\"\nactions = 2e4\n[network]\ntuples = \"0145 024\"\nstages = \"turn:10 "
                          "turn:20\"\n") +
                  "/model.ast");
}

TEST_F(ModelFormat, RefusesWrongExports) {
  const auto model = trained("board = \"2x2\"\nactions = 1e3\n[network]\ntuples = \"0123\"\n") + "/model.ast";
  expect_error({"model", "export", model, path("out.npz"), "--format", "onnx"}, 2, "the only format is npz");
  expect_error({"model", "export", model, model}, 2, "both input and output");
  expect_error({"model", "export", path("none.ast"), path("out.npz")}, 2, "none.ast");
  EXPECT_FALSE(std::filesystem::exists(path("out.npz")));
  const Words again{"model", "export", model, path("out.npz")};
  for (int times = 0; times < 2; ++times) EXPECT_EQ(run(again).status, 0) << "an archive is replaced";
  for (const auto* const text : {"dear reader", "PK\3\4", "PK\3\4 and the rest of some other zip file"}) {
    expect_error({"model", "export", model, write("other", text)}, 2, "exists and is not a NumPy archive");
    EXPECT_EQ(read_file(path("other")), text);
  }
}

}  // namespace
}  // namespace afterstate
