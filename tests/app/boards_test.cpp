// Boards to start at: collecting them, measuring and training from them.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <vector>

#include "app/training_program.h"

namespace afterstate {
namespace {

class Boards : public Train {
 protected:
  /// A file of the first boards with a 32 and with a 32 and a 16, from games on 2x3.
  std::string collected() const {
    const auto source = path("games.jsonl");
    EXPECT_EQ(run({"eval", "heuristic", "--board", "2x3", "--games", "100", "--record", source}).status, 0);
    EXPECT_EQ(run({"boards", "collect", source, "--stages", "32 32+16", "--out", path("late.boards")}).status, 0);
    return path("late.boards");
  }

  /// Learns from the boards until a 64 is made.
  std::string late_recipe(const std::string& boards, const std::string& more = "") const {
    return write("late.toml",
                 "board = \"2x3\"\nactions = 2e4\nboards = \"" + boards +
                     "\"\n[network]\ntuples = \"012345\"\nstages = \"32+16\"\ngoal = 64\ngoal_value = 1000\n"
                     "[learning]\nstart = \"boards\"\n" +
                     more + "[measure]\nevery = 1e4\ngames = 50\n");
  }

  static std::size_t lines_in(const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count(text, '\n'));
  }
};

TEST_F(Boards, AreCollectedFromRecordsAndFromGames) {
  const auto file = collected();
  const auto text = read_file(file);
  EXPECT_TRUE(text.starts_with("# the first boards of 32 32+16 in games of ")) << text.substr(0, 100);
  const auto json =
      run_json({"boards", "collect", path("games.jsonl"), "--stages", "32 32+16", "--out", path("again")});
  EXPECT_EQ(read_file(path("again")), text);
  EXPECT_EQ(json["games"], 100);
  EXPECT_EQ(json["boards"], lines_in(text) - 1);
  EXPECT_EQ(json["stages"][0]["from"], "32");
  EXPECT_EQ(json["stages"][0]["boards"].get<int>() + json["stages"][1]["boards"].get<int>(), json["boards"]);
  const auto tiles = run_json({"replay", path("games.jsonl")})["tiles"];
  EXPECT_EQ(json["stages"][0]["boards"], std::lround(100 * tiles["32"]["share"].get<double>()));
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line);)
    EXPECT_TRUE(line.front() == '#' || line.find("32") != std::string::npos) << line;
  const auto played = [&](const std::string& threads, const std::string& out) {
    run_json({"boards", "collect", "default", "--games", "4", "--threads", threads, "--stages", "1024 2048", "--out",
              path(out)});
    return read_file(path(out));
  };
  EXPECT_EQ(played("1", "one"), played("2", "two"));
  EXPECT_EQ(lines_in(read_file(path("one"))), 9U);  // every game of the default model gets there
}

TEST_F(Boards, AreGeneratedFromAFormation) {
  const std::string formation = "1024 512 0 0/0 0 0 0/0 0 0 0/0 0 0 0";
  const Words words{"boards", "generate", formation, "--others", "4", "--largest", "8", "--boards", "200", "--out"};
  const auto generated = [&](const std::string& out, const Words& more = {}) {
    auto all = words;
    all.push_back(path(out));
    all.insert(all.end(), more.begin(), more.end());
    EXPECT_EQ(run(all).status, 0);
    return read_file(path(out));
  };
  const auto text = generated("a");
  EXPECT_EQ(generated("b"), text);
  EXPECT_NE(generated("c", {"--seed", "2"}), text);
  std::map<std::size_t, int> by_tiles;
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line);) {
    if (line.front() == '#') continue;
    std::ranges::replace(line, '/', ' ');
    std::istringstream cells{line};
    std::vector<int> tiles;
    for (int tile = 0; cells >> tile;) tiles.push_back(tile);
    ASSERT_EQ(tiles.size(), 16U) << line;
    EXPECT_EQ(tiles[0], 1024);
    EXPECT_EQ(tiles[1], 512);
    EXPECT_TRUE(std::ranges::all_of(tiles.begin() + 2, tiles.end(), [](int tile) { return tile <= 8; })) << line;
    ++by_tiles[static_cast<std::size_t>(std::ranges::count_if(tiles, [](int tile) { return tile > 0; }))];
  }
  EXPECT_EQ(by_tiles.size(), 5U);  // none to four others
  expect_error({"boards", "generate", formation, "--others", "14", "--out", path("x")}, 2, "one must stay empty");
  expect_error({"boards", "generate", formation, "--largest", "7", "--out", path("x")}, 2, "a power of 2");
  expect_error({"boards", "generate", "2 2", "--out", path("x")}, 2, "16 cells");
  expect_error({"boards", "generate", formation, "--out", path("a")}, 2, "give another file with --out");
  EXPECT_EQ(run({"boards", "generate", formation, "--boards", "1", "--out", path("one")}).out,
            "1 board in " + path("one") + "\n");
}

TEST_F(Boards, CollectRefusesInvalidCalls) {
  const auto file = collected();
  const auto records = path("games.jsonl");
  expect_error({"boards", "collect", records, "--stages", "32", "--out", file}, 2,
               "late.boards' exists; add --force to replace it, or give another file with --out");
  for (const auto& [option, value] :
       {std::pair{"--depth", "2"}, {"--games", "5"}, {"--seed", "3"}, {"--mode", "exact"}})
    expect_error({"boards", "collect", records, "--stages", "32", "--out", path("x"), option, value}, 2,
                 std::string{option} + " is for games that an engine plays");
  expect_error({"boards", "collect", records, "--stages", "nonsense", "--out", path("x")}, 2, "unknown stages");
  expect_error({"boards", "collect", records, "--stages", "128", "--out", path("x")}, 1, "none of 100 games");
  expect_error({"boards", "collect", path("none"), "--stages", "32", "--out", path("x")}, 2, "unknown engine");
  expect_error({"boards", "collect", "default", "--stages", "32", "--out", path("no/folder")}, 2, "folder");
  EXPECT_FALSE(std::filesystem::exists(path("x")));
}

TEST_F(Boards, GamesAreMeasuredFromThem) {
  const auto file = collected();
  const auto json = run_json({"eval", "heuristic", "--board", "2x3", "--boards", file, "--games", "50"});
  EXPECT_EQ(json["tiles"]["32"]["share"], 1.0);
  EXPECT_LT(json["mean"], run_json({"eval", "heuristic", "--board", "2x3", "--games", "50"})["mean"]);
  expect_error({"eval", "heuristic", "--boards", file}, 1, "late.boards");  // a board of 4x4 has 16 cells
  expect_error({"eval", "heuristic", "--boards", path("none")}, 2, "no such file");
  expect_error({"eval", "heuristic", "--boards", write("empty", "# nothing\n")}, 1, "has no boards");
  expect_error({"eval", "heuristic", "--boards", write("cut", "0 0")}, 1, "complete line");
  expect_error({"eval", "heuristic", "--board", "2x3", "--boards", write("full", "# full\n2 4 8 4 8 2\n")}, 1,
               "full': line 2: the board has no empty cell for the next tile");
  expect_error({"eval", "heuristic", "--board", "2x3", "--boards", file, "--record", path("x")}, 2, "--record");
}

TEST_F(Boards, TrainingStartsAtThemAndEndsAtTheGoal) {
  const auto recipe = late_recipe(collected(), "[[phase]]\nactions = 2e3\ndemonstrator = \"heuristic\"\n[[phase]]\n");
  const auto json = run_json(train(recipe, "run"));
  EXPECT_EQ(json["finished"], true);
  const auto model = info("run/model.ast");
  EXPECT_EQ(model["goal"], "64");
  EXPECT_EQ(model["goal_value"], 1000);
  ASSERT_EQ(model["by_stage"].size(), 2U);
  for (const auto& stage : model["by_stage"]) EXPECT_GT(stage["games"], 100) << stage;
  // Two halves are as good as one run.
  run_json(train(recipe, "halves", {"--actions", "7000"}));
  EXPECT_EQ(run_json(train(recipe, "halves", {"--resume", "--actions", "2e4"}))["checksum"], json["checksum"]);
  EXPECT_EQ(run({"verify", path("run")}).status, 0);
  // It plays from the boards, as a part of an engine.
  run_json({"model", "join", path("engine.ast"), path("run/model.ast"), path("run/model.ast"), "--from", "32+16"});
  EXPECT_GT(run_json({"eval", path("engine.ast"), "--boards", path("late.boards"), "--games", "20"})["mean"], 0);
}

TEST_F(Boards, TrainingRefusesWhatItCannotStartAt) {
  const auto file = collected();
  const auto refused = [&](const std::string& recipe, int status, const std::string& what) {
    expect_error(train(recipe, "run"), status, what);
    EXPECT_FALSE(std::filesystem::exists(path("run"))) << what;
  };
  refused(late_recipe(path("none")), 2, "no such file");
  refused(late_recipe(write("other", "2 2/0 0\n")), 1, "line 1");
  refused(late_recipe(write("full", "2 4 8 4 8 2\n")), 1, "line 1: the board has no empty cell");
  refused(late_recipe(write("beyond", "64 0 0 0 0 0\n")), 2, "before the goal");
  refused(late_recipe(write("early", "32 2 0 0 0 0\n"), "stage = 1\n"), 2, "no board of stage 1 or later");
  refused(late_recipe(file, "demonstrator = \"nobody\"\n"), 2, "unknown engine 'nobody'");
  refused(late_recipe(file, "demonstrator = \"default\"\n"), 2, "is for 4x4, not for 2x3");
}

}  // namespace
}  // namespace afterstate
