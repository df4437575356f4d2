// The commands match, compare, review and engine, run as a user would.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "app/program.h"

namespace afterstate {
namespace {

class EngineCommands : public ProgramTest {
 protected:
  /// A value database and a model for 2x2.
  std::string database(const std::string& objective = "score") const {
    const auto file = path(objective.substr(0, 4) + ".db");
    EXPECT_EQ(run({"solve", "2x2", "--out", file, "--fine", "--objective", objective}).status, 0);
    return file;
  }

  std::string model() const {
    if (std::filesystem::exists(path("run/model.ast"))) return path("run/model.ast");
    const auto recipe = write("r.toml", "board = \"2x2\"\nactions = 2e4\n[network]\ntuples = \"0123\"\n");
    EXPECT_EQ(run({"train", recipe, "--out", path("run")}).status, 0);
    return path("run/model.ast");
  }

  std::map<std::string, Json> answers_to(const std::string& requests, const Words& options) const {
    Words words{"engine"};
    words.insert(words.end(), options.begin(), options.end());
    const auto ran = run(words, requests);
    EXPECT_EQ(ran.status, 0) << ran.err;
    std::map<std::string, Json> answers;
    std::istringstream lines{ran.out};
    for (std::string line; std::getline(lines, line);) {
      const auto answer = Json::parse(line);
      answers[answer["id"].dump()] = answer;
    }
    return answers;
  }
};

TEST_F(EngineCommands, MatchFindsTheBetterPlayer) {
  const auto perfect = "perfect:" + database();
  const auto json = run_json({"match", "random", perfect});
  EXPECT_EQ(json["verdict"], "b");
  EXPECT_LT(json["difference"], 0);
  EXPECT_GT(-json["difference"].get<double>(), json["ci95"].get<double>());
  EXPECT_GT(json["mean_b"], json["mean_a"]);
  const auto text = run({"match", perfect, perfect, "--max-games", "100"});
  EXPECT_NE(text.out.find("equal within 1 %"), std::string::npos) << text.out;
  const auto few = run_json({"match", model(), "random", "--max-games", "3"});
  EXPECT_EQ(few["games"], 3);
  EXPECT_EQ(few["verdict"], "undecided");
}

TEST_F(EngineCommands, MatchRefusesInvalidCalls) {
  expect_error({"match", "random"}, 2, "B is required");
  expect_error({"match", "random", "nobody.ast"}, 2, "unknown engine 'nobody.ast': there is no such file");
  expect_error({"match", "random", "random", "--depth-a", "2"}, 2, "'random' cannot be searched");
  expect_error({"match", model(), "random", "--board", "3x3"}, 2, "is for 2x2, not for 3x3");
  expect_error({"match", model(), "default"}, 2, "'default' is for 4x4, not for 2x2");
  expect_error({"match", "random", "random", "--max-games", "1"}, 2, "--max-games");
  expect_error({"match", "random", "perfect:nowhere"}, 2, "nowhere");
}

TEST_F(EngineCommands, CompareWritesItsReport) {
  const auto exact = database();
  const auto json = run_json(
      {"compare", "random", "--db", exact, "--games", "200", "--out", path("seen"), "--against", "perfect:" + exact});
  EXPECT_EQ(json["games"], 200);
  EXPECT_GT(json["loss"], 0);
  EXPECT_LT(json["accuracy"], 1);
  EXPECT_EQ(json["against"]["accuracy"], 1);
  EXPECT_EQ(json["against"]["error"], 0);
  EXPECT_FALSE(json["worst"].empty());
  for (const auto* file : {"summary.md", "by-progress.csv", "alive.svg", "accuracy.svg", "loss.svg", "error.svg",
                           "difference-alive.svg", "difference-accuracy.svg"})
    EXPECT_TRUE(std::filesystem::exists(path("seen") + "/" + file)) << file;
  EXPECT_TRUE(read_file(path("seen/by-progress.csv")).starts_with("progress,alive,accuracy,loss,error,alive_b,"));
  EXPECT_NE(read_file(path("seen/summary.md")).find("the best move"), std::string::npos);
  // analyze was the name until 0.2.0.
  const auto text = run({"analyze", model(), "--db", exact, "--games", "20", "--depth", "2", "--out", path("seen")});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_NE(text.out.find("| 20 |"), std::string::npos) << text.out;
}

TEST_F(EngineCommands, CompareRefusesInvalidCalls) {
  const auto exact = database();
  const auto compare = [&](const std::string& player, const std::string& file) {
    return Words{"compare", player, "--db", file, "--out", path("out")};
  };
  expect_error(compare("random", database("tile:16")), 2, "needs a database of scores");
  expect_error(compare("default", exact), 2, "is for 4x4, not for 2x2");
  expect_error(compare("random", path("none.db")), 2, "none.db");
  expect_error({"compare", "random", "--out", path("out")}, 2, "--db");
  write("file", "");
  expect_error({"compare", "random", "--db", exact, "--out", path("file/folder")}, 2, "cannot create the folder");
  // Nothing is said about the precision of a database before an error: expect_error() wants one line.
  ASSERT_EQ(run({"solve", "2x2", "--out", path("usual.db")}).status, 0);
  expect_error(compare("nobody", path("usual.db")), 2, "unknown engine 'nobody'");
  auto against = compare("random", path("usual.db"));
  against.insert(against.end(), {"--against", "random", "--depth-against", "2"});
  expect_error(against, 2, "'random' cannot be searched: remove the depth or time limit");
}

TEST_F(EngineCommands, ReviewReportsTheLossesOfAGame) {
  const auto exact = database();
  ASSERT_EQ(run({"play", "--board", "2x2", "--seed", "1", "--record", path("game.jsonl")}, "wdsawdsawdsaq").status, 0);
  const auto json = run_json({"review", path("game.jsonl"), "--db", exact});
  EXPECT_GT(json["moves"], 3);
  EXPECT_EQ(json["losses"].size(), json["moves"]);
  EXPECT_LE(json["worst"].size(), 10U);
  EXPECT_LE(json["accuracy"], 1);
  EXPECT_EQ(json["marks"].get<std::string>().size(), json["moves"]);
  EXPECT_EQ(json["thresholds"], Json({{"inaccuracy", 0.05}, {"mistake", 0.1}, {"blunder", 0.2}}));
  EXPECT_TRUE(json.contains("loss")) << "exact losses add up";
  const auto text = run({"review", path("game.jsonl"), "--model", model(), "--depth", "3"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_NE(text.out.find("accuracy "), std::string::npos);
  expect_error({"review", path("game.jsonl")}, 2, "is for 4x4, not for 2x2");
  expect_error({"review", path("game.jsonl"), "--db", exact, "--line", "2"}, 2, "has 1 record\n");
  expect_error({"review", path("none.jsonl"), "--db", exact}, 2, ": no such file; give a file written by eval");
  expect_error({"review", exact, "--db", exact}, 1, "'" + exact + "' is not a file of game records");
  write("bad.jsonl", "{\"start\":\"2 2 0 0\"}\n");
  expect_error({"review", path("bad.jsonl"), "--db", exact}, 1, "the record is damaged");
}

TEST_F(EngineCommands, ReviewOffersOnlyEnginesThatValueMoves) {
  const auto help = run({"review", "--help"}).out;
  EXPECT_NE(help.find("--endgame"), std::string::npos) << help;
  for (const auto* const player : {"random", "heuristic"}) EXPECT_EQ(help.find(player), std::string::npos) << help;
}

TEST_F(EngineCommands, ReviewFindsFewMistakesInTheEnginesOwnGame) {
  ASSERT_EQ(run({"eval", "--games", "1", "--seed", "1", "--record", path("own.jsonl")}).status, 0);
  const auto json = run_json({"review", path("own.jsonl"), "--playouts", "2"});
  EXPECT_EQ(json["depth"], 3);
  EXPECT_GT(json["moves"], 1000);
  EXPECT_EQ(json["blunders"], 0);
  EXPECT_LE(json["mistakes"], 2);
  EXPECT_LE(json["inaccuracies"], json["moves"].get<double>() / 1000);
  EXPECT_FALSE(json.contains("loss"));
  EXPECT_EQ(json["interrupted"], false);
}

TEST_F(EngineCommands, ReviewShowsTheTurningPointsOfAWeakGame) {
  ASSERT_EQ(run({"eval", "greedy", "--games", "1", "--seed", "3", "--record", path("weak.jsonl")}).status, 0);
  const auto json = run_json({"review", path("weak.jsonl"), "--playouts", "20"});
  ASSERT_EQ(json["turning_points"].size(), 5U);
  const auto marks = json["marks"].get<std::string>();
  for (const auto& [key, letter] : {std::pair{"blunders", 'b'}, {"mistakes", 'm'}, {"inaccuracies", 'i'}})
    EXPECT_EQ(json[key], std::ranges::count(marks, letter)) << key;
  const int flagged = json["blunders"].get<int>() + json["mistakes"].get<int>() + json["inaccuracies"].get<int>();
  EXPECT_GE(flagged, 5);
  EXPECT_LT(flagged, json["moves"].get<int>() / 4) << "not every second move is a mistake";
  for (const auto& point : json["turning_points"]) {
    EXPECT_GE(point["share"], 0.05);
    for (const auto* const key : {"chance_2048", "chance_4096"}) {
      ASSERT_EQ(point[key]["games"], 20) << key;
      for (const auto* const when : {"before", "after"}) {
        EXPECT_LE(point[key][when]["low"], point[key][when]["share"]);
        EXPECT_GE(point[key][when]["high"], point[key][when]["share"]);
      }
    }
  }
  const auto text = run({"review", path("weak.jsonl"), "--playouts", "5"}).out;
  EXPECT_TRUE(text.starts_with("move ")) << "the turning points first";
  EXPECT_NE(text.find("chance to reach 2048"), std::string::npos);
  EXPECT_EQ(text.find("in total"), std::string::npos) << "no total of losses";
  expect_error({"review", path("weak.jsonl"), "--model", "heuristic"}, 2, "prefers moves without valuing them");
}

TEST_F(EngineCommands, EngineSearchesToTheUsualDepthAndNamesAllWrongFields) {
  const auto answers =
      answers_to("{\"id\": 1, \"board\": \"2 4 4 0\"}\n{\"id\": 2, \"board\": \"x\", \"depth\": 0, \"deep\": 1}\n",
                 {"--model", model()});
  EXPECT_EQ(answers.at("1")["depth"], 3);
  EXPECT_EQ(answers.at("2")["fields"], Json({"deep", "board", "depth"}));
}

TEST_F(EngineCommands, EngineAnswersEveryLine) {
  const auto exact = database();
  const auto answers = answers_to(
      "{\"id\": 1, \"board\": \"2 2 0 0\"}\n"
      "junk\n\n"
      "{\"id\": \"a\", \"board\": \"2 2 4\"}\n"
      "{\"id\": 2, \"board\": \"2 2 4 0\", \"depth\": 0}\n"
      "{\"id\": 3, \"board\": \"2 2 4 0\", \"time_ms\": \"soon\"}\n"
      "{\"id\": 4, \"board\": \"2 2 4 0\", \"size\": \"4x4\"}\n"
      "{\"id\": 5, \"board\": \"2 2 4 0\", \"dpeth\": 2}\n"
      "{\"id\": 6, \"board\": \"1024 1024 1024 0\"}\n"
      "{\"id\": 7, \"board\": \"2 4 4 2\", \"size\": \"2x2\"}",
      {"--db", exact});
  ASSERT_EQ(answers.size(), 9U);
  EXPECT_EQ(answers.at("1")["moves"], run_json({"hint", "2 2 0 0", "--db", exact})["moves"]);
  EXPECT_EQ(answers.at("null")["error"], "the line is not JSON");
  const std::map<std::string, std::string> wrong{{"\"a\"", "board"}, {"2", "depth"}, {"3", "time_ms"},
                                                 {"4", "size"},      {"5", "dpeth"}, {"6", "board"}};
  for (const auto& [id, field] : wrong) EXPECT_EQ(answers.at(id)["field"], field) << id;
  EXPECT_TRUE(answers.at("7")["best"].is_null());
}

TEST_F(EngineCommands, EngineDoesNotSearchProbabilities) {
  const auto answers =
      answers_to("{\"id\": 1, \"board\": \"2 2 0 0\"}\n{\"id\": 2, \"board\": \"2 2 0 0\", \"depth\": 2}\n",
                 {"--db", database("tile:16")});
  EXPECT_GT(answers.at("1")["moves"]["left"], 0.9);
  EXPECT_EQ(answers.at("2")["field"], "depth");
}

TEST_F(EngineCommands, EngineSurvivesLongAndManyLines) {
  std::string requests = std::string(200'000, 'x') + "\n";
  for (int n = 0; n < 5000; ++n)
    requests += "{\"id\": " + std::to_string(n) + ", \"board\": \"2 2 4 0\", \"depth\": 2}\n";
  const auto answers = answers_to(requests, {"--model", model(), "--threads", "2"});
  EXPECT_EQ(answers.size(), 5001U);
  EXPECT_NE(answers.at("null")["error"].get<std::string>().find("longer than"), std::string::npos);
}

}  // namespace
}  // namespace afterstate
