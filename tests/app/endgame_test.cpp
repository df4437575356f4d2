// Endgame tables, as a user makes them.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "app/program.h"
#include "arena/record.h"
#include "arena/replay.h"

namespace afterstate {
namespace {

class EndgameCommands : public ProgramTest {
 protected:
  Words solve(const std::string& out, const Words& more = {}) const {
    Words words{"endgame", "solve", "--walls", "01234567", "--target", "32", "--out", path(out)};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  /// The cells with tiles from an exponent on, under the symmetry that gives the first name.
  static std::string first_image_name(const std::vector<int>& exponents, int from) {
    std::set<std::string> names;
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      std::string name;
      for (int row = 0; row < 4; ++row)
        for (int col = 0; col < 4; ++col) {
          const int y = (symmetry & 1) != 0 ? 3 - row : row;
          const int x = (symmetry & 2) != 0 ? 3 - col : col;
          const int source = (symmetry & 4) != 0 ? 4 * x + y : 4 * y + x;
          if (exponents[static_cast<std::size_t>(source)] >= from) name += "0123456789abcdef"[4 * row + col];
        }
      names.insert(name);
    }
    return *names.begin();
  }
};

TEST_F(EndgameCommands, SolveWritesATableThatInfoShowsAndVerifyAccepts) {
  const auto json = run_json(solve("t.end"));
  EXPECT_EQ(json["walls"], "01234567");
  EXPECT_EQ(json["target"], 32);
  EXPECT_GT(json["chance"], 0.9);
  EXPECT_LT(json["chance"], 1);
  const auto info = run_json({"endgame", "info", path("t.end")});
  for (const auto* const key : {"walls", "target", "chance", "afterstates", "bytes"}) EXPECT_EQ(info[key], json[key]);
  const auto verified = run({"verify", path("t.end")}).out;
  EXPECT_NE(verified.find("sound: endgame table, walls 01234567, target 32"), std::string::npos) << verified;
  EXPECT_FALSE(std::filesystem::exists(path("t.end.layers")));
  auto bytes = read_file(path("t.end"));
  bytes[bytes.size() / 2] ^= '\x01';
  EXPECT_EQ(run({"verify", write("damaged.end", bytes)}).status, 1);
  expect_error({"endgame", "info", write("cut.end", bytes.substr(0, bytes.size() / 2))}, 1, "damaged");
  expect_error({"eval", path("t.end")}, 2, "is an endgame table");
  expect_error({"endgame", "info", write("x.end", "nothing")}, 1, "is not a value database");
}

TEST_F(EndgameCommands, RefuseInvalidCalls) {
  const auto refused = [&](const Words& options, const std::string& what) {
    Words words{"endgame", "solve", "--out", path("x")};
    words.insert(words.end(), options.begin(), options.end());
    expect_error(words, 2, what);
  };
  refused({"--walls", "0011"}, "given twice");
  refused({"--walls", "0123456789abcde"}, "1 free cell is too few to make any target");
  refused({"--walls", "0123456789abcd", "--target", "16"}, "2 free cells are too few to make any target");
  refused({"--walls", "012345", "--target", "8"}, "from 16");
  refused({"--walls", "012345", "--target", "17"}, "--target '17': give a power of 2 such as 512");
  refused({"--walls", "0123456789ab", "--target", "64"}, "from 16 to 32");
  expect_error({"endgame", "solve", "--walls", "01234567", "--target", "16", "--out", path("no/t.end")}, 2,
               "no folder");
  EXPECT_FALSE(std::filesystem::exists(path("x")));
}

TEST_F(EndgameCommands, SolveReplacesOnlyTablesOfTheSameEndgame) {
  ASSERT_EQ(run(solve("t.end")).status, 0);
  const auto table = read_file(path("t.end"));
  EXPECT_EQ(run(solve("t.end")).status, 0);
  expect_error({"endgame", "solve", "--walls", "012345678", "--target", "16", "--out", path("t.end")}, 2,
               "exists and is the table for walls 01234567 and target 32");
  expect_error({"solve", "2x2", "--out", path("t.end")}, 2, "exists and is not a value database");
  EXPECT_EQ(read_file(path("t.end")), table);
  ASSERT_EQ(run({"solve", "2x2", "--out", path("small.db")}).status, 0);
  write("letter", "dear reader");
  for (const auto* const other : {"small.db", "letter"}) {
    const auto before = read_file(path(other));
    expect_error(solve(other), 2, "exists and is not an endgame table");
    EXPECT_EQ(read_file(path(other)), before);
  }
  expect_error(solve("."), 2, "it is a folder");
}

TEST_F(EndgameCommands, ADamagedTableIsMadeAgainByTheCommandThatTheErrorNames) {
  ASSERT_EQ(run(solve("t.end")).status, 0);
  const auto table = read_file(path("t.end"));
  auto damaged = table;
  damaged[table.find("\"spawn4\":0.1") + 11] = '2';
  expect_error({"endgame", "info", write("t", damaged)}, 1, "create it again with 'afterstate endgame solve'");
  EXPECT_EQ(run(solve("t")).status, 0);
  EXPECT_EQ(read_file(path("t")), table);
  damaged[table.find("{\"board\"")] = '[';
  expect_error({"endgame", "info", write("t.end", damaged)}, 1, "create it again with 'afterstate endgame solve'");
  expect_error({"endgame", "info", write("t", damaged)}, 1, "create it again with the command that made it");
}

TEST_F(EndgameCommands, ShapesCountWhereLargeTilesAre) {
  EXPECT_EQ(run({"eval", "heuristic", "--games", "5", "--record", path("g")}).status, 0);
  const auto json = run_json({"endgame", "shapes", path("g"), "--tile", "512", "--show", "3"});
  EXPECT_EQ(json["games"], 5);
  ASSERT_GT(json["shapes"].size(), 0U);
  EXPECT_LE(json["shapes"].size(), 3U);
  EXPECT_LE(json["shapes"][0]["boards"], json["boards"]);
  std::map<std::string, int> counts;
  int boards = 0;
  std::istringstream lines{read_file(path("g"))};
  for (std::string line; std::getline(lines, line);)
    for (const auto& position : positions_of(parse_record(line))) {
      ++boards;
      const auto shape = first_image_name(exponents_of(position.board, {4, 4}), 6);
      if (!shape.empty()) ++counts[shape];
    }
  const auto all = run_json({"endgame", "shapes", path("g"), "--tile", "64", "--show", "65536"});
  EXPECT_EQ(all["boards"], boards);
  EXPECT_EQ(all["shapes"].size(), counts.size());
  for (const auto& shape : all["shapes"])
    EXPECT_EQ(shape["boards"], counts[shape["walls"].get<std::string>()]) << shape;
  const auto text = run({"endgame", "shapes", path("g"), "--tile", "512"}).out;
  EXPECT_NE(text.find(" boards of 5 games\n"), std::string::npos) << text;
  expect_error({"endgame", "shapes", path("g"), "--tile", "500"}, 2, "a power of 2");
  expect_error({"endgame", "shapes", path("none")}, 2, "none");
  expect_error({"endgame", "shapes", write("letter", "dear reader")}, 1, "is not a file of game records");
}

TEST_F(EndgameCommands, FitFindsWhatATableIsWorthAndHintsNameItsChances) {
  std::filesystem::create_directory(path("tables"));
  ASSERT_EQ(run(solve("tables/t.end")).status, 0);
  const auto recipe = write("r.toml", "actions = 1e4\n[network]\ntuples = '0123'\n[measure]\ngames = 2\n");
  ASSERT_EQ(run({"train", recipe, "--out", path("run"), "--threads", "1"}).status, 0);
  const auto model = path("run/model.ast");
  const auto boards = write("boards", "8192 4096 2048 1024 64 128 256 512 0 0 0 0 0 0 0 0\n");
  const Words fit{"endgame",          "fit",         model,     "--endgame", path("tables"),
                  "--boards",         boards,        "--games", "200",       "--out",
                  path("fitted.ast"), "--min-games", "1",       "--threads", "1"};
  const auto json = run_json(fit);
  EXPECT_EQ(json["games"], 200);
  ASSERT_GE(json["endgames"].size(), 1U);
  const auto& first = json["endgames"][0];
  EXPECT_EQ(first["walls"], "01234567");
  EXPECT_EQ(first["target"], 32);
  EXPECT_GT(first["success"], first["failure"]);
  const auto info = run_json({"model", "info", path("fitted.ast")});
  EXPECT_EQ(info["endgames"].size(), json["endgames"].size());
  const std::string board = "8192 4096 2048 1024 64 128 256 512 2 0 0 0 0 0 0 4";
  const Words hint{"hint", board, "--model", path("fitted.ast"), "--endgame", path("tables"), "--depth", "1"};
  EXPECT_NE(run(hint).out.find(" % to make the 32"), std::string::npos);
  EXPECT_GT(run_json(hint)["chances"]["left"]["chance"], 0.5);
  EXPECT_FALSE(run_json({"hint", board, "--model", path("fitted.ast"), "--depth", "1"}).contains("chances"));

  expect_error({"hint", board, "--model", model, "--endgame", path("tables")}, 2, "does not say what any table");
  expect_error({"hint", board, "--model", path("fitted.ast"), "--endgame", path("run")}, 2, "no endgame tables");
  // The engine 'strong' is the default model with tables.
  ::setenv("AFTERSTATE_MODEL", path("fitted.ast").c_str(), 1);
  const Words strong{"hint", board, "--model", "strong", "--depth", "1"};
  expect_error(strong, 2, "afterstate strong build");
  ::setenv("AFTERSTATE_ENDGAME", path("tables").c_str(), 1);
  EXPECT_EQ(run_json(strong)["chances"], run_json(hint)["chances"]);
  ::unsetenv("AFTERSTATE_ENDGAME");
  std::filesystem::create_directory(path("strong"));
  std::filesystem::copy(path("tables/t.end"), path("strong/t.end"));
  EXPECT_EQ(run_json(strong)["chances"], run_json(hint)["chances"]);
  ::unsetenv("AFTERSTATE_MODEL");

  // Two engines are compared even if only one of them uses the tables.
  for (const auto& [a, b] : {std::pair{path("fitted.ast"), model}, {std::string{"heuristic"}, path("fitted.ast")}})
    EXPECT_EQ(run({"match", a, b, "--endgame", path("tables"), "--max-games", "2"}).status, 0);
  expect_error({"match", model, "greedy", "--endgame", path("tables")}, 2, "does not say what any table");
  expect_error({"match", "heuristic", "greedy", "--endgame", path("tables")}, 2, "is not a network");
  expect_error({"eval", "heuristic", "--endgame", path("tables")}, 2, "is not a network");
  for (const auto& engine : {model, std::string{"heuristic"}}) {
    expect_error({"eval", engine, "--endgame", path("nowhere")}, 2, "nowhere': no such folder");
    expect_error({"match", engine, engine, "--endgame", path("nowhere")}, 2, "nowhere': no such folder");
  }

  expect_error({"endgame", "fit", model, "--endgame", path("tables"), "--out", model}, 2, "model.ast");
  expect_error({"endgame", "fit", model, "--endgame", path("tables"), "--games", "2", "--out", path("no/x")}, 2,
               "cannot write");
  expect_error({"endgame", "fit", model, "--endgame", path("tables"), "--games", "2", "--out", boards}, 2,
               "exists and is not a model");
  expect_error({"endgame", "fit", model, "--endgame", path("tables"), "--games", "2", "--out", path("x")}, 1,
               "nothing was written");
}

TEST_F(EndgameCommands, TrainingLearnsFromTablesAndFindsWhatTheyAreWorth) {
  std::filesystem::create_directory(path("tables"));
  ASSERT_EQ(run(solve("tables/t.end")).status, 0);
  const auto boards = path("late.boards");
  ASSERT_EQ(run({"boards", "generate", "8192 4096 2048 1024 64 128 256 512 0 0 0 0 0 0 0 0", "--others", "3",
                 "--largest", "8", "--boards", "50", "--out", boards})
                .status,
            0);
  const auto recipe = [&](const std::string& more) {
    return write("r.toml", "actions = 2e4\nboards = '" + boards + "'\nendgame = '" + path("tables") +
                               "'\n[network]\ntuples = '0123'\n[learning]\nstart = 'boards'\n" + more +
                               "[measure]\nevery = 5e3\ngames = 100\n");
  };
  ASSERT_EQ(run({"train", recipe(""), "--out", path("run"), "--threads", "1"}).status, 0);
  const auto worths = run_json({"model", "info", path("run/model.ast")})["endgames"];
  ASSERT_GE(worths.size(), 1U);
  EXPECT_EQ(worths[0]["walls"], "01234567");
  EXPECT_GT(worths[0]["success"], worths[0]["failure"]);
  // The model of the run uses the tables; a resumed run is the same as one without interruption.
  const Words eval{"eval", path("run/model.ast"), "--boards", boards, "--games", "50"};
  auto with_tables = eval;
  with_tables.insert(with_tables.end(), {"--endgame", path("tables")});
  EXPECT_NE(run_json(eval)["mean"], run_json(with_tables)["mean"]);
  ASSERT_EQ(run({"train", recipe(""), "--out", path("half"), "--threads", "1", "--actions", "1e4"}).status, 0);
  ASSERT_EQ(run({"train", recipe(""), "--out", path("half"), "--threads", "1", "--actions", "2e4", "--resume"}).status,
            0);
  EXPECT_EQ(run_json({"model", "info", path("half/model.ast")})["checksum"],
            run_json({"model", "info", path("run/model.ast")})["checksum"]);

  expect_error({"train", recipe("table_end = 2\n"), "--out", path("x")}, 2, "table_end");
  expect_error({"train", write("small.toml", "board = '3x3'\nendgame = 'tables'\n[network]\ntuples = '012'\n"), "--out",
                path("x")},
               2, "endgame tables are for the one-player game on 4x4");
  expect_error({"train", recipe(""), "--set", "endgame='" + path("run") + "'", "--out", path("x")}, 2,
               "no endgame tables");
}

}  // namespace
}  // namespace afterstate
