// Commands on models: info, hint, eval, and import from TDL2048+.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "app/program.h"

namespace afterstate {
namespace {

class ModelCommands : public ProgramTest {
 protected:
  /// Trains a model for 2x3 and returns its path.
  std::string trained() const {
    const auto recipe = write("recipe.toml",
                              "board = \"2x3\"\nactions = 5e4\n[network]\ntuples = \"0123 0145\"\n"
                              "[measure]\nevery = 5e4\ngames = 20\n");
    const auto ran = run({"train", recipe, "--out", path("run"), "--threads", "1"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    return path("run/model.ast");
  }

  /// A file of TDL2048+ with one table of two cells: the value of a pair of tiles.
  std::string weight_file(float (*value)(int first, int second)) const {
    std::string bytes;
    const auto add = [&](auto number) { bytes.append(reinterpret_cast<const char*>(&number), sizeof number); };
    add(std::uint8_t{0});
    add(std::uint32_t{1});     // tables
    add(std::uint8_t{4});      // of the size of a name
    add(std::uint32_t{0x01});  // cells 0 and 1
    add(std::uint16_t{2});     // their number
    add(std::uint16_t{0});
    add(static_cast<std::uint16_t>(sizeof(float)));
    add(std::uint64_t{256});
    for (int entry = 0; entry < 256; ++entry) add(value(entry % 16, entry / 16));
    add(std::uint16_t{0});
    return bytes;
  }
};

TEST_F(ModelCommands, JoinMakesOneEngineOfSeveralModels) {
  const auto model = trained();
  const auto alone = run_json({"eval", model, "--games", "20", "--seed", "3"});
  const auto json = run_json({"model", "join", path("plays.ast"), model, "--downgrade", "64"});
  EXPECT_EQ(json["downgrade"], 64);
  const auto downgraded = run_json({"eval", path("plays.ast"), "--games", "20", "--seed", "3"});
  EXPECT_NE(downgraded["mean"], alone["mean"]);
  EXPECT_EQ(run_json({"eval", path("plays.ast"), "--games", "20", "--seed", "3", "--downgrade", "0"})["mean"],
            alone["mean"]);
  EXPECT_EQ(run_json({"eval", model, "--games", "20", "--seed", "3", "--downgrade", "64"})["mean"], downgraded["mean"]);
  const auto joined = run_json({"model", "join", path("all.ast"), model, path("plays.ast"), "--from", "64"});
  EXPECT_EQ(joined["kind"], "engine");
  EXPECT_EQ(joined["parts"].size(), 2U);
  EXPECT_EQ(joined["parts"][1]["from"], "64");
  EXPECT_EQ(run_json({"model", "info", path("all.ast")}), joined);
  EXPECT_EQ(run_json({"eval", path("all.ast"), "--games", "20", "--seed", "3"})["mean"], downgraded["mean"]);
  EXPECT_EQ(run({"verify", path("all.ast")}).out, path("all.ast") + ": sound: engine of 2 networks for 2x3\n");
  EXPECT_TRUE(run({"model", "info", path("all.ast")}).out.starts_with("engine of 2 networks\n"));
  for (const auto& command : {Words{"model", "pack", path("all.ast"), path("x.ast")},
                              Words{"model", "export", path("all.ast"), path("x.npz"), "--format", "npz"}})
    expect_error(command, 2, "joins several networks");
  expect_error({"model", "join", path("x.ast"), model, model}, 2, "0 --from for 2 models");
  expect_error({"model", "join", path("x.ast"), model, "--downgrade", "2:64"}, 2, "PART:TILE");
  expect_error({"model", "join", path("x.ast"), model, "--downgrade", "100"}, 2, "PART:TILE");
  expect_error({"model", "join", path("x.ast"), model, model, "--from", "5"}, 2, "5");
  expect_error({"model", "join", model, model, "--downgrade", "64"}, 2, "both input and output");
  expect_error({"model", "join", path("x.ast"), path("none.ast")}, 2, "none.ast");
  for (const auto& other : {path("run/checkpoint"), write("letter", "dear reader")}) {
    const auto before = read_file(other);
    expect_error({"model", "join", other, model, "--downgrade", "64"}, 2, "exists and is not a model");
    EXPECT_EQ(read_file(other), before);
  }
  EXPECT_FALSE(std::filesystem::exists(path("x.ast")));
}

TEST_F(ModelCommands, InfoPrintsTheSameAsTextAndJson) {
  const auto model = trained();
  const auto json = run_json({"model", "info", model});
  for (const auto* key : {"kind", "board", "tuples", "stages", "tile_values", "initial_value", "weights", "touched",
                          "bytes", "actions", "games", "seconds", "seed", "checksum", "origin", "recipe", "measured"})
    EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_EQ(json["board"], "2x3");
  EXPECT_EQ(json["tuples"], Json({"0123", "0145"}));
  EXPECT_EQ(json["bytes"], std::filesystem::file_size(model));
  EXPECT_EQ(json["checksum"].get<std::string>().size(), 16U);
  const auto ran = run({"model", "info", model});
  EXPECT_EQ(ran.status, 0);
  EXPECT_TRUE(ran.out.starts_with("model for 2x3, ")) << ran.out;
  for (const auto& part :
       {json["checksum"].get<std::string>(), json["recipe"].get<std::string>(), json["origin"].get<std::string>(),
        json["actions"].dump() + " actions", json["touched"].dump() + " were touched", std::string{"0123 0145"}})
    EXPECT_NE(ran.out.find(part), std::string::npos) << part;
  EXPECT_TRUE(run({"model", "info", path("run/checkpoint")}).out.starts_with("checkpoint for 2x3, "));
}

TEST_F(ModelCommands, HintGivesTheValueOfEachMove) {
  const auto model = trained();
  const auto json = run_json({"hint", "2 4 0  2 4 0", "--model", model, "--depth", "1"});
  EXPECT_EQ(json.size(), 6U);
  EXPECT_EQ(json["depth"], 1);
  EXPECT_EQ(json["nodes"], 3);
  EXPECT_GE(json["ms"], 0);
  EXPECT_EQ(json["board"], "2 4 0/2 4 0");
  const auto& moves = json["moves"];
  EXPECT_EQ(moves.size(), 4U);
  EXPECT_TRUE(moves["left"].is_null());
  for (const auto* move : {"up", "right", "down"}) EXPECT_GT(moves[move], 0) << move;
  const auto best = json["best"].get<std::string>();
  for (const auto* move : {"up", "right", "down"}) EXPECT_LE(moves[move], moves[best]) << move;
  EXPECT_EQ(
      run_json({"hint", "2", "4", "0", "2", "4", "0", "--model", model, "--board", "2x3", "--depth", "1"})["moves"],
      moves);

  std::istringstream lines{run({"hint", "2,4,./2,4,.", "--model", model, "--depth", "1"}).out};
  for (const auto* move : {"up", "right", "down", "left"}) {
    std::string line;
    ASSERT_TRUE(std::getline(lines, line));
    std::istringstream words{line};
    std::string name;
    std::string number;
    words >> name >> number;
    EXPECT_EQ(name, move);
    if (moves[move].is_null())
      EXPECT_EQ(number, "illegal");
    else
      EXPECT_NEAR(std::stod(number), moves[move].get<double>(), 0.051) << move;
    EXPECT_EQ(line.find("best") != std::string::npos, move == best) << line;
  }
}

TEST_F(ModelCommands, HintKnowsWhenTheGameIsOver) {
  const auto model = trained();
  const auto json = run_json({"hint", "2 4 2 4 2 4", "--model", model});
  EXPECT_TRUE(json["best"].is_null());
  EXPECT_EQ(json["moves"].size(), 4U);
  for (const auto& [name, value] : json["moves"].items()) EXPECT_TRUE(value.is_null()) << name;
  const auto ran = run({"hint", "2 4 2 4 2 4", "--model", model});
  EXPECT_EQ(ran.status, 0);
  EXPECT_NE(ran.out.find("the game is over"), std::string::npos);
  EXPECT_EQ(ran.out.find("best"), std::string::npos);
}

TEST_F(ModelCommands, HintRefusesInvalidBoards) {
  const auto model = trained();
  expect_error({"hint", "2 4 0 2 4", "--model", model}, 2, "2x3 has 6 cells and 5 were given");
  expect_error({"hint", "2 4 0 2 4 3", "--model", model}, 2, "tile '3'");
  expect_error({"hint", "2 4 0 2 4 0", "--model", model, "--board", "4x4"}, 2, "is for 2x3, not for 4x4");
  expect_error({"hint", "2 4 0 2 4 0", "--model", model, "--board", "3x2"}, 2, "is for 2x3, not for 3x2");
  expect_error({"hint", "2 4 0 2 4 0", "--board", "2x3"}, 2, "give --model FILE, or --db FILE");
  expect_error({"hint", "--model", model}, 2, "BOARD is required");
}

TEST_F(ModelCommands, EvalDoesNotDependOnThreads) {
  const auto model = trained();
  Json first;
  for (const auto* threads : {"1", "2", "0"}) {
    auto json = run_json({"eval", model, "--games", "200", "--threads", threads});
    EXPECT_GT(json["moves_per_second"], 0);
    EXPECT_GT(json["nodes_per_second"], json["moves_per_second"]);
    json.erase("moves_per_second");
    json.erase("nodes_per_second");
    if (first.is_null()) first = json;
    EXPECT_EQ(json, first) << threads;
  }
  EXPECT_EQ(first["games"], 200);
  EXPECT_EQ(first["depth"], 1);
  auto of_checkpoint = run_json({"eval", path("run/checkpoint"), "--games", "200"});
  of_checkpoint.erase("moves_per_second");
  of_checkpoint.erase("nodes_per_second");
  EXPECT_EQ(of_checkpoint, first) << "a checkpoint plays as its model does";
  const auto random = run_json({"eval", "--player", "random", "--board", "2x3", "--games", "200"});
  EXPECT_GT(first["mean"], 1.5 * random["mean"].get<double>());
}

TEST_F(ModelCommands, EvalSearches) {
  const auto model = trained();
  Json first;
  for (const auto* threads : {"1", "3"}) {
    auto json = run_json({"eval", model, "--games", "40", "--depth", "3", "--threads", threads});
    EXPECT_GT(json["nodes_per_second"], json["moves_per_second"]);
    EXPECT_GT(json["table_hits"], 0);
    json.erase("moves_per_second");
    json.erase("nodes_per_second");
    if (first.is_null()) first = json;
    EXPECT_EQ(json, first) << "exact: the same games, and the same hits, on any number of threads";
  }
  EXPECT_EQ(first["depth"], 3);
  const auto small = run_json({"eval", model, "--games", "40", "--depth", "3", "--table-mb", "0"});
  EXPECT_EQ(small["mean"], first["mean"]) << "the table changes nothing";
  EXPECT_EQ(run_json({"eval", path("run/checkpoint"), "--games", "40", "--depth", "3"})["mean"], first["mean"]);
  EXPECT_GT(run_json({"eval", model, "--games", "3", "--time-ms", "1"})["mean"], 0);
  // A generous limit, for a busy machine.
  const auto timed = run_json({"hint", "2 4 0 2 4 0", "--model", model, "--time-ms", "300"});
  EXPECT_GT(timed["depth"], 3);
  EXPECT_LT(timed["ms"], 5'000);
}

TEST_F(ModelCommands, EvalRecordsGamesOfAModel) {
  const auto model = trained();
  const auto played = run_json({"eval", model, "--games", "10", "--record", path("games")});
  EXPECT_EQ(run_json({"replay", path("games")})["mean"], played["mean"]);
}

TEST_F(ModelCommands, EvalRefusesInvalidCalls) {
  const auto model = trained();
  expect_error({"eval", model, "--board", "4x4"}, 2, "is for 2x3, not for 4x4");
  expect_error({"eval", model, "--player", "random"}, 2, "--player");
  expect_error({"eval", model, "--model", model}, 2, "both name an engine");
  expect_error({"eval", model, "--depth", "0"}, 2, "--depth '0'");
  expect_error({"eval", model, "--depth", "99"}, 2, "--depth '99'");
  expect_error({"eval", model, "--time-ms", "0"}, 2, "--time-ms '0'");
  expect_error({"eval", model, "--depth", "3", "--table-mb", "999999"}, 2, "MB of memory");
  expect_error({"eval", model, "--mode", "best"}, 2, "give exact or strong");
  expect_error({"eval", model, "--downgrade", "1000"}, 2, "power of 2");
  expect_error({"eval", model, "--depth-limit", "6"}, 2, "EMPTY:DEPTH");
  expect_error({"eval", model, "--depth-limit", "6:3,"}, 2, "EMPTY:DEPTH");
  expect_error({"eval", model, "--min-chance", "0.1"}, 2, "--mode strong");
  expect_error({"eval", model, "--min-chance", "x", "--mode", "strong"}, 2, "probability");
  expect_error({"eval", "--player", "random", "--depth", "2"}, 2, "'random' cannot be searched");
}

TEST_F(ModelCommands, RefuseFilesThatAreNotModels) {
  const auto model = trained();
  // One text from every command that takes an engine.
  const auto with_each = [&](const std::string& file, int status, const std::string& info, const std::string& engine) {
    expect_error({"model", "info", file}, status, info);
    expect_error({"eval", file}, status, engine);
    expect_error({"hint", "2 4 0 2 4 0", "--model", file}, status, engine);
    expect_error({"match", "random", file}, status, engine);
    expect_error({"play", "--model", file}, status, engine);
    expect_error({"engine", "--model", file}, status, engine);
    expect_error({"serve", "--model", file, "--port", "0"}, status, engine);
  };
  const auto quoted = [&](const char* name) { return "'" + path(name) + "'"; };
  const std::string no_engine = " is not a model, checkpoint or value database";
  with_each(path("none"), 2, "cannot read " + quoted("none") + ": no such file; ",
            "unknown engine " + quoted("none") + ": there is no such file");
  with_each(path("run"), 2, "cannot read " + quoted("run") + ": it is a folder", quoted("run") + " is a folder");
  with_each(path("recipe.toml"), 1, quoted("recipe.toml") + " is not an Afterstate file",
            quoted("recipe.toml") + no_engine);
  with_each(write("empty", ""), 1, quoted("empty") + " is not an Afterstate file: it is empty",
            quoted("empty") + no_engine);
  with_each("/dev/null", 2, "it is not a regular file", "'/dev/null' is not a regular file");
}

TEST_F(ModelCommands, RefuseADamagedModel) {
  const auto good = read_file(trained());
  for (std::uint64_t round = 0; round < scaled(20); ++round) {
    const auto random = random_block(6, round, 0, 0);
    auto bad = good;
    if (round % 2 == 0)
      bad.resize(uniform_below(random.first, good.size()));
    else
      bad[uniform_below(random.first, good.size())] ^= static_cast<char>(1U << uniform_below(random.second, 8));
    const auto file = write("bad.ast", bad);
    for (const auto& words : {Words{"model", "info", file}, Words{"eval", file, "--games", "1"},
                              Words{"hint", "2 4 0 2 4 0", "--model", file}})
      expect_error(words, 1, "'" + file + "' is ");
    EXPECT_EQ(read_file(file), bad);
  }
}

TEST_F(ModelCommands, ImportKeepsTheValues) {
  const auto source = write("two.w", weight_file([](int first, int second) { return float(first + 10 * second); }));
  const auto json = run_json({"model", "import", source, path("two.ast")});
  EXPECT_EQ(json["model"], path("two.ast"));
  const auto info = run_json({"model", "info", path("two.ast")});
  EXPECT_EQ(info["checksum"], json["checksum"]);
  EXPECT_EQ(info["board"], "4x4");
  EXPECT_EQ(info["tuples"], Json({"01"}));
  EXPECT_EQ(info["weights"], 256);
  EXPECT_EQ(info["touched"], 255);
  EXPECT_EQ(info["origin"], "TDL2048+, read from 'two.w'");
  EXPECT_EQ(run({"model", "info", path("two.ast")}).out.find("trained"), std::string::npos)
      << "unknown for an imported model";

  // Right moves the 4 into a corner: the corner is the first cell of two tuples and the second cell of none.
  const auto hint =
      run_json({"hint", "0 0 4 0  0 0 0 0  0 0 0 0  0 0 0 0", "--model", path("two.ast"), "--depth", "1"});
  EXPECT_EQ(hint["moves"]["right"], 2 + 2);
  EXPECT_EQ(hint["moves"]["left"], 2 + 2);
  EXPECT_EQ(hint["moves"]["down"], 20);
  EXPECT_TRUE(hint["moves"]["up"].is_null());
  EXPECT_EQ(hint["best"], "down");
  EXPECT_EQ(run_json({"eval", path("two.ast"), "--games", "20"})["games"], 20);
  const auto again = run({"model", "import", source, path("again.ast")});
  EXPECT_NE(again.out.find("afterstate eval " + path("again.ast")), std::string::npos) << again.out;
  EXPECT_EQ(read_file(path("again.ast")), read_file(path("two.ast")));
}

TEST_F(ModelCommands, ImportRefusesInvalidFiles) {
  const auto bytes = weight_file([](int, int) { return 1.0F; });
  for (const std::size_t length : {std::size_t{0}, std::size_t{3}, std::size_t{20}, bytes.size() - 1}) {
    const auto cut = write("cut.w", bytes.substr(0, length));
    expect_error({"model", "import", cut, path("out.ast")}, 1, "'" + cut + "' is not a readable TDL2048+ weight file");
    EXPECT_EQ(read_file(cut), bytes.substr(0, length));
  }
  expect_error({"model", "import", write("long.w", bytes + "x"), path("out.ast")}, 1,
               "1 unexpected bytes after its end");
  expect_error({"model", "import", path("none.w"), path("out.ast")}, 2, "cannot read '" + path("none.w") + "'");
  expect_error({"model", "import", folder_.path(), path("out.ast")}, 2, "Is a directory");
  const auto good = write("good.w", bytes);
  expect_error({"model", "import", good, path("nowhere/out.ast")}, 2, "cannot write");
  expect_error({"model", "import", good, folder_.path()}, 2, "Is a directory");
  expect_error({"model", "import", good, good}, 2, "give another output file");
  EXPECT_EQ(read_file(good), bytes);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out.ast"));
}

TEST_F(ModelCommands, ImportLeavesNothingIfTheDiskIsFull) {
  const auto source =
      write("good.w", weight_file([](int first, int second) { return std::sin(float(first + 16 * second + 1)); }));
  const auto ran = Running{folder_, {"model", "import", source, path("out.ast")}, {}, 1000}.wait();
  expect_error(ran, 1, "File too large; the file was not saved");
  for (const auto& entry : std::filesystem::directory_iterator{folder_.path()})
    EXPECT_FALSE(entry.path().filename().string().starts_with("out.ast")) << entry.path();
}

TEST_F(ModelCommands, HaveHelp) {
  expect_error({"model"}, 2, "see 'afterstate model --help'");
  expect_error({"model", "inf"}, 2, "unknown command 'inf' (did you mean 'info'?)");
  expect_error({"model", "info"}, 2, "FILE is required; see 'afterstate model info --help'");
  expect_error({"model", "info", "a", "b"}, 2, "unexpected argument 'b'");
  expect_error({"model", "import", "a.w"}, 2, "OUT is required");
  expect_error({"model", "import", "a.w", "b", "--jsn"}, 2, "(did you mean '--json'?)");
  for (const auto& command :
       {Words{"train"}, Words{"hint"}, Words{"eval"}, Words{"model", "info"}, Words{"model", "import"}}) {
    auto words = command;
    words.emplace_back("--help");
    const auto ran = run(words);
    EXPECT_EQ(ran.status, 0);
    EXPECT_NE(ran.out.find("--json"), std::string::npos) << ran.out;
    EXPECT_EQ(ran.err, "");
  }
  EXPECT_EQ(run({"model", "--help"}).status, 0);
  for (const auto* command : {"train", "hint", "model"})
    EXPECT_NE(run({"--help"}).out.find(command), std::string::npos) << command;
}

TEST_F(ModelCommands, PackShrinksAndMeasuresTheCost) {
  const auto model = trained();
  const auto json = run_json({"model", "pack", model, path("small.ast"), "--games", "50", "--max-mb", "1"});
  EXPECT_EQ(json["bytes"], std::filesystem::file_size(path("small.ast")));
  EXPECT_LT(json["bytes"], std::filesystem::file_size(model));
  EXPECT_EQ(json["steps"].size(), 2U);
  for (const auto& step : json["steps"]) {
    EXPECT_GT(step["mean"], 0);
    EXPECT_LT(std::abs(step["cost"].get<double>()), step["cost_ci95"].get<double>() + 0.1);
  }
  const auto info = run_json({"model", "info", path("small.ast")});
  EXPECT_EQ(info["checksum"], json["checksum"]);
  EXPECT_EQ(info["measured"]["mean"], json["steps"][1]["mean"]);
  EXPECT_EQ(run_json({"eval", path("small.ast"), "--games", "50"})["mean"], json["steps"][1]["mean"]);

  const auto text = run({"model", "pack", model, path("small.ast"), "--games", "0"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_EQ(text.out.find("mean"), std::string::npos);
  expect_error({"model", "pack", model, model}, 2, "is both input and output");
  expect_error({"model", "pack", model, path("none/x.ast"), "--games", "1e9"}, 2, "none/x.ast");
  expect_error({"model", "pack", model, path("x.ast"), "--least-errors", "5"}, 2, "give the checkpoint of a TC run");
  expect_error({"model", "pack", path("none.ast"), path("x.ast")}, 2, "none.ast");
  expect_error({"model", "pack", model, path("x.ast"), "--max-mb", "0"}, 2, "--max-mb");
}

}  // namespace
}  // namespace afterstate
