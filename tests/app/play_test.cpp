// Playing and browsing, with keys from a pipe and in a pseudoterminal.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/program.h"
#include "app/terminal_program.h"

namespace afterstate {
namespace {

using Json = nlohmann::json;

TEST(Play, ReadsKeysFromAPipe) {
  const TemporaryFolder folder;
  const auto ran = run_program(folder, {"play", "--seed", "1", "--json"}, "wasdwasd\033[A\033[B\033OC\033[Dq");
  const auto json = Json::parse(ran.out);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_GT(json["moves"], 4);
  EXPECT_EQ(json["seed"], 1);
  EXPECT_FALSE(json["over"].get<bool>());
  EXPECT_EQ(json["best"], json["score"]);
}

TEST(Play, TheSameMoveAfterAnUndoGetsTheSameSpawn) {
  const TemporaryFolder folder;
  const auto board_after = [&](const std::string& keys) {
    return Json::parse(run_program(folder, {"play", "--seed", "3", "--json"}, keys).out)["board"];
  };
  EXPECT_EQ(board_after("wasdwasduuuuuuuuuuuu"), board_after(""));
  EXPECT_EQ(board_after("wawdu"), board_after("wawdudu"));
  EXPECT_EQ(board_after("asa"), board_after("asaua"));
  EXPECT_EQ(board_after("as\033[1;5D\033[1;2A\033[3~"),
            board_after("as"));  // Ctrl-left, Shift-up and Delete do nothing
}

TEST(Play, KeepsTheBestScoreOfEachSize) {
  const TemporaryFolder folder;
  const auto best_after = [&](const std::string& size, const std::string& keys) {
    return Json::parse(run_program(folder, {"play", "--board", size, "--seed", "5", "--json"}, keys).out)["best"]
        .get<int>();
  };
  const auto best = best_after("2x2", "wasdwasdwasdwasdwasd");
  EXPECT_GT(best, 0);
  EXPECT_EQ(best_after("2x2", ""), best);
  EXPECT_EQ(best_after("3x3", ""), 0);
  EXPECT_EQ(Json::parse(run_program(folder, {"play", "--board", "2x2", "--spawn4", "1", "--json"}).out)["best"], 0);
  std::ofstream{folder / "afterstate/best_scores.json"} << "damaged";
  EXPECT_EQ(best_after("2x2", ""), 0);
}

TEST(Play, DrawsAndReactsInATerminal) {
  const TemporaryFolder folder;
  InTerminal game{folder, {"play", "--seed", "1"}};
  EXPECT_NE(game.read_until("q quits").find("\033[48;5;"), std::string::npos) << "colours";
  game.type("\033[D");
  game.read_until("moves 1");
  game.type("u");
  game.read_until("moves 0");
  game.type("\033[D\033[A");
  game.read_until("moves 2");
  game.type("r");
  game.read_until("moves 0");
  game.type("q");
  game.read_until("seed 1");
  EXPECT_EQ(game.wait(), 0);
}

TEST(Play, Autoplays) {
  const TemporaryFolder folder;
  InTerminal game{folder, {"play", "--seed", "1", "--board", "2x2", "--player", "greedy"}};
  game.read_until("starts autoplay");
  game.type("+++++p");
  game.read_until("The game is over");
  game.type("r");
  game.read_until("moves 0");
  game.type("pq");
  game.read_until("seed 1");
  EXPECT_EQ(game.wait(), 0);
  EXPECT_EQ(run_program(folder, {"play", "--player", "nobody"}).status, 2);
}

TEST(Play, AutoplayDoesNotSetTheBestScore) {
  const TemporaryFolder folder;
  const auto record = (folder / "games").string();
  InTerminal game{folder, {"play", "--seed", "1", "--board", "2x2", "--player", "greedy", "--record", record}};
  game.read_until("starts autoplay");
  game.type("+++++p");
  game.read_until("The game is over");
  game.type("q");
  game.read_until("seed 1");
  EXPECT_EQ(game.wait(), 0);
  const auto json = Json::parse(run_program(folder, {"play", "--board", "2x2", "--json"}).out);
  EXPECT_EQ(json["best"], 0);
  EXPECT_EQ(Json::parse(read_file(record))["player"], "a person, with autoplay");
}

TEST(Play, RecordAppends) {
  const TemporaryFolder folder;
  const auto record = (folder / "games").string();
  const std::vector<std::string> words{"play", "--board", "2x2", "--seed", "1", "--record", record};
  EXPECT_EQ(run_program(folder, words, "wasdwasdrwasd").status, 0);
  const auto first = read_file(record);
  EXPECT_EQ(std::ranges::count(first, '\n'), 2);
  EXPECT_EQ(run_program(folder, words, "wasd").status, 0);
  const auto both = read_file(record);
  EXPECT_TRUE(both.starts_with(first));
  EXPECT_EQ(std::ranges::count(both, '\n'), 3);
  EXPECT_EQ(run_program(folder, {"replay", record, "--unfinished", "--check"}).status, 0);
  // A last line without a newline stays a line of its own.
  std::ofstream{record, std::ios::binary} << first.substr(0, first.size() - 1);
  EXPECT_EQ(run_program(folder, words, "wasd").status, 0);
  EXPECT_EQ(read_file(record), both);
  std::ofstream{record} << "notes\n";
  const auto refused = run_program(folder, words, "wasd");
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("something other than game records"), std::string::npos) << refused.err;
  EXPECT_EQ(read_file(record), "notes\n");
}

/// The last picture, without colours, as lines.
std::vector<std::string> lines_of(const std::string& output) {
  const std::string clear = "\033[H\033[J";
  std::vector<std::string> lines(1);
  bool in_escape = false;
  for (const char c : output.substr(output.rfind(clear) + clear.size())) {
    in_escape = in_escape || c == '\033';
    if (c == '\n')
      lines.emplace_back();
    else if (!in_escape && c != '\r')
      lines.back() += c;
    if (in_escape && c >= '@' && c != '[') in_escape = false;
  }
  return lines;
}

TEST(Play, FitsASmallTerminalAndRedrawsWhenItIsResized) {
  const TemporaryFolder folder;
  run_program(folder, {"eval", "random", "--games", "1", "--record", (folder / "games").string()});
  const auto fits = [](const std::string& output, const std::string& status) {
    const auto lines = lines_of(output);
    EXPECT_LE(lines.size(), 12U) << output;
    for (const auto& line : lines) EXPECT_LE(line.size(), 40U) << line;
    EXPECT_NE(lines.front().find(status), std::string::npos) << output;
    EXPECT_GE(lines.size(), 6U) << "status, board, keys";
  };
  InTerminal game{folder, {"play", "--seed", "1"}, {12, 40, 0, 0}};
  fits(game.read_until("q quit"), "score 0");
  game.type("h");
  fits(game.read_until(" ms"), "score 0");
  game.resize({24, 80, 0, 0});
  EXPECT_NE(game.read_until("moves per second").find("arrows or WASD"), std::string::npos);
  game.resize({12, 40, 0, 0});
  fits(game.read_until("q quit"), "score 0");
  game.type("q");
  EXPECT_EQ(game.wait(), 0);
  InTerminal viewer{folder, {"replay", (folder / "games").string()}, {12, 40, 0, 0}};
  fits(viewer.read_until("q quits"), "start");
  viewer.resize({24, 80, 0, 0});
  viewer.read_until("up and down by 100 moves, space plays, q quits");
  viewer.type("q");
  EXPECT_EQ(viewer.wait(), 0);
}

TEST(Play, QuitsOnCtrlC) {
  const TemporaryFolder folder;
  InTerminal game{folder, {"play"}};
  game.read_until("q quits");
  game.type("\003");
  game.read_until("seed");
  EXPECT_EQ(game.wait(), 0);
}

TEST(Replay, ShowsAGameMoveByMoveInATerminal) {
  const TemporaryFolder folder;
  run_program(folder, {"eval", "--player", "random", "--games", "2", "--record", (folder / "games").string()});
  InTerminal viewer{folder, {"replay", (folder / "games").string()}};
  viewer.read_until("start");
  viewer.type("\033[C");
  viewer.read_until("move 1: ");
  viewer.type("\033[C");
  viewer.read_until("move 2: ");
  viewer.type("\033[D");
  viewer.read_until("move 1: ");
  viewer.type(" ");
  viewer.read_until("move 3: ");
  viewer.type("q");
  viewer.read_until("every rule holds");
  EXPECT_EQ(viewer.wait(), 0);
}

}  // namespace
}  // namespace afterstate
