// afterstate verify: every kind of file, sound and damaged.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "app/training_program.h"

namespace afterstate {
namespace {

class Verify : public Train {
 protected:
  /// Expects exit status 1 and one line that says that the file is damaged.
  void expect_damaged(const std::string& name, const std::string& bytes) const {
    const auto file = write(name, bytes);
    const auto ran = run({"verify", file});
    EXPECT_EQ(ran.status, 1) << ran.out << ran.err;
    EXPECT_TRUE(ran.out.starts_with(file + ": damaged: ")) << ran.out;
    EXPECT_EQ(std::ranges::count(ran.out, '\n'), 1) << ran.out;
    EXPECT_EQ(ran.err, "");
  }

  /// The file is sound as it is; cut short or with a changed byte it is damaged.
  void expect_guarded(const std::string& file, const std::string& kind) const {
    const auto json = run_json({"verify", path(file)});
    EXPECT_EQ(json["sound"], true) << json;
    EXPECT_EQ(json["files"][0]["kind"], kind) << json;
    EXPECT_FALSE(json["files"][0]["contents"].get<std::string>().empty());
    const auto whole = read_file(path(file));
    const auto name = std::filesystem::path{file}.filename().string();
    for (const auto length : {whole.size() / 3, whole.size() - 2}) expect_damaged(name, whole.substr(0, length));
    for (const auto place : {std::size_t{3}, whole.size() / 2}) {
      auto changed = whole;
      changed[place] = static_cast<char>(changed[place] ^ 0x41);
      expect_damaged(name, changed);
    }
  }
};

TEST_F(Verify, KnowsModelsAndCheckpoints) {
  run_train(small(), "run");
  expect_guarded("run/model.ast", "model");
  expect_guarded("run/checkpoint", "checkpoint");
}

TEST_F(Verify, KnowsDatabases) {
  std::filesystem::create_directory(folder_ / "solved");
  ASSERT_EQ(run({"solve", "2x3", "--out", path("solved/2x3.db")}).status, 0);
  expect_guarded("solved/2x3.db", "database");
}

TEST_F(Verify, KnowsLayerStores) {
  std::filesystem::create_directory(folder_ / "solving");
  const auto layers = folder_ / "solving/2x4.db.layers";
  {
    Running solving{folder_, {"solve", "2x4", "--out", path("solving/2x4.db")}};
    std::error_code none;
    ASSERT_TRUE(comes_true([&] {
      const auto size = std::filesystem::file_size(layers, none);
      return !none && size > 2'000'000;
    }));
    EXPECT_EQ(solving.end_by(SIGINT).status, 130);
  }
  expect_guarded("solving/2x4.db.layers", "layers");
}

TEST_F(Verify, KnowsGameRecords) {
  std::filesystem::create_directory(folder_ / "played");
  ASSERT_EQ(run({"eval", "--player", "greedy", "--games", "3", "--record", path("played/games.jsonl")}).status, 0);
  EXPECT_EQ(run_json({"verify", path("played/games.jsonl")})["files"][0]["kind"], "records");
  const auto whole = read_file(path("played/games.jsonl"));
  expect_damaged("games.jsonl", whole.substr(0, whole.size() / 2));
  expect_damaged("games.jsonl", whole.substr(5));
  auto changed = whole;
  changed[whole.find("\"score\":") + 8] = '0';
  expect_damaged("games.jsonl", changed);
}

TEST_F(Verify, KnowsEndgameTables) {
  std::filesystem::create_directory(folder_ / "solved");
  ASSERT_EQ(run({"endgame", "solve", "--walls", "01234567", "--target", "32", "--out", path("solved/t.end")}).status,
            0);
  expect_guarded("solved/t.end", "database");
}

TEST_F(Verify, KnowsBoards) {
  const auto contents = [&](const std::string& file) {
    const auto json = run_json({"verify", file});
    EXPECT_EQ(json["files"][0]["kind"], "boards") << json;
    return json["files"][0]["contents"].get<std::string>();
  };
  const std::string formation = "1024 512 0 0 0 0 0 0 0 0 0 0 0 0 0 0";
  ASSERT_EQ(run({"boards", "generate", formation, "--boards", "20", "--out", path("made")}).status, 0);
  EXPECT_EQ(contents(path("made")), "20 boards of 4x4");
  ASSERT_EQ(run({"eval", "heuristic", "--board", "3x2", "--games", "50", "--record", path("games.jsonl")}).status, 0);
  ASSERT_EQ(run({"boards", "collect", path("games.jsonl"), "--stages", "32", "--out", path("late")}).status, 0);
  EXPECT_TRUE(contents(path("late")).ends_with(" boards of 3x2"));
  EXPECT_EQ(contents(write("one", "2 0 0 4\n")), "1 board of 2x2");
  const auto whole = read_file(path("made"));
  expect_damaged("late.boards", whole.substr(0, whole.size() - 3));
  expect_damaged("late.boards", "3" + whole);
  expect_damaged("late.boards", "2 4 8 4\n");
}

TEST_F(Verify, KnowsFoldersOfLeagues) {
  const Words league{"duel",      "league", "A=random,random", "B=random,greedy", "--board", "2x2", "--games", "1",
                     "--opening", "1",      "--out",           path("out")};
  ASSERT_EQ(run(league).status, 0);
  const auto json = run_json({"verify", path("out")});
  EXPECT_EQ(json["files"].size(), 3U) << json;
  EXPECT_EQ(json["files"][1]["contents"].get<std::string>().substr(0, 7), "4 games");
  const auto games = read_file(path("out/games.jsonl"));
  write("out/games.jsonl", games.substr(0, games.size() - 3));
  EXPECT_EQ(run({"verify", path("out")}).status, 1);
}

TEST_F(Verify, KnowsRunFolders) {
  run_train(small(), "run");
  const auto json = run_json({"verify", path("run")});
  EXPECT_EQ(json["files"].size(), 4U) << json;
  EXPECT_EQ(json["sound"], true) << json;
  const auto log = read_file(path("run/log.jsonl"));
  expect_damaged("log.jsonl", log.substr(0, log.size() - 3));
  expect_damaged("log.jsonl", log + "{}\n");
  expect_damaged("log.jsonl", log + std::string(2'000'000, 'x'));
  expect_damaged("log.jsonl", log + log);
  expect_damaged("recipe.toml", read_file(path("run/recipe.toml")) + "nothing = 1\n");
  write("run/recipe.toml", "[network");
  const auto ran = run({"verify", path("run")});
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(std::ranges::count(ran.out, '\n'), 4) << ran.out;
  EXPECT_NE(ran.out.find("checkpoint: sound: "), std::string::npos) << "the others are checked all the same";
}

TEST_F(Verify, RefusesWhatIsNoFile) {
  expect_error({"verify", path("nowhere")}, 2, "no such file");
  expect_error({"verify"}, 2, "FILE");
  expect_error({"verify", folder_.path().string()}, 2, "without a training run");
  const auto letter = write("letter.txt", "dear reader");
  const auto unknown = run({"verify", letter});
  EXPECT_EQ(unknown.status, 1);
  EXPECT_EQ(unknown.out, letter + ": unknown: it is not a file that afterstate writes\n");
  expect_damaged("empty.ast", "");
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(run({"verify", path("pipe"), "/dev/zero"}).status, 1);
}

TEST_F(Verify, ReplayEndsOnADeviceWithoutLines) {
  expect_error({"replay", "--check", "/dev/zero"}, 1, "is not a file of game records");
  expect_error({"replay", "--check", write("long", '{' + std::string(5'000'000, ' '))}, 1, "longer than any");
}

}  // namespace
}  // namespace afterstate
