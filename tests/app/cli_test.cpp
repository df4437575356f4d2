// The interface of the command line: names, keys, exit statuses, and errors for invalid input.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>

#include "app/program.h"

namespace afterstate {
namespace {

class Cli : public ProgramTest {};

TEST_F(Cli, EvalPrintsAllJsonKeys) {
  const auto json = run_json({"eval", "--player", "random", "--board", "4x4", "--games", "1e3", "--seed", "1"});
  for (const auto* key : {"games", "mean", "ci95", "median", "max", "tiles", "moves_per_second", "seed"})
    EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_EQ(json["games"], 1000);
  EXPECT_EQ(json["tiles"]["2"]["share"], 1.0);
  EXPECT_GT(json["tiles"]["128"]["ci95"].get<double>(), 0);
}

TEST_F(Cli, EvalIsIdenticalOnAnyNumberOfThreads) {
  Json first;
  std::string first_record;
  for (const auto* threads : {"1", "2", "5", "0"}) {
    auto json = run_json({"eval", "--player", "greedy", "--board", "3x4", "--games", "300", "--seed", "7", "--threads",
                          threads, "--record", path("games.jsonl"), "--force"});
    json.erase("moves_per_second");
    const auto record = read_file(path("games.jsonl"));
    if (first.is_null()) {
      first = json;
      first_record = record;
    }
    EXPECT_EQ(json, first) << threads;
    EXPECT_EQ(record, first_record) << threads;
  }
}

TEST_F(Cli, EvalRunsCanBeJoined) {
  run({"eval", "--player", "random", "--games", "20", "--record", path("whole")});
  run({"eval", "--player", "random", "--games", "12", "--record", path("first")});
  run({"eval", "--player", "random", "--games", "8", "--first-game", "12", "--record", path("second")});
  EXPECT_EQ(read_file(path("first")) + read_file(path("second")), read_file(path("whole")));
}

TEST_F(Cli, EvalReportsFinishedGamesAfterASignal) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(::open(path("out").c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
    become_program({"eval", "--player", "heuristic", "--games", "1e9", "--json", "--record", path("games")},
                   folder_.path());
  }
  const auto has_written = [&] {
    for (const auto& entry : std::filesystem::directory_iterator{folder_.path()})
      if (entry.path().extension() == ".tmp" && entry.file_size() > 0) return true;
    return false;
  };
  for (int tries = 0; tries < 1000 && !has_written(); ++tries) ::usleep(10'000);
  ::kill(child, SIGTERM);
  int waited = 0;
  ::waitpid(child, &waited, 0);
  EXPECT_EQ(exit_status(waited), 143);
  const auto json = Json::parse(read_file(path("out")));
  EXPECT_GT(json["games"], 0);
  EXPECT_EQ(json["interrupted"], true);
  EXPECT_EQ(run_json({"replay", path("games")})["games"], json["games"]);
}

/// One move at this depth takes longer than the test may.
TEST_F(Cli, EvalAndMatchStopWithinAMove) {
  for (const auto& words : {Words{"eval", "default", "--depth", "9", "--games", "3", "--threads", "2"},
                            Words{"match", "default", "random", "--depth-a", "9", "--threads", "2"}})
    for (const bool json : {true, false}) {
      auto all = words;
      if (json) all.emplace_back("--json");
      Running running{folder_, all};
      ASSERT_TRUE(running.handles_signals());
      ::usleep(100'000);
      const auto start = std::chrono::steady_clock::now();
      const auto ran = running.end_by(SIGINT);
      EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{10}) << words.front();
      EXPECT_EQ(ran.status, 130) << ran.err;
      if (json) {
        EXPECT_EQ(std::ranges::count(ran.out, '\n'), 1) << ran.out;
        EXPECT_EQ(Json::parse(ran.out)["interrupted"], true);
        EXPECT_EQ(Json::parse(ran.out)["games"], 0);
      } else {
        EXPECT_NE(ran.out.find("interrupted"), std::string::npos) << ran.out;
      }
    }
  const auto whole = run_json({"eval", "random", "--games", "3"});
  EXPECT_EQ(whole["interrupted"], false);
}

TEST_F(Cli, SharesHaveWilsonsInterval) {
  const auto json = run_json({"eval", "random", "--games", "50"});
  const auto& always = json["tiles"]["16"];
  EXPECT_EQ(always["share"], 1.0);
  EXPECT_EQ(always["high"], 1.0);
  EXPECT_NEAR(always["low"].get<double>(), 0.9287, 1e-4);
  EXPECT_NEAR(always["ci95"].get<double>(), 0.0713, 1e-4);
  const auto text = run({"eval", "random", "--games", "50"}).out;
  EXPECT_NE(text.find("100.000 %  92.865 to 100.000"), std::string::npos) << text;
}

TEST_F(Cli, EvalDoesNotOverwriteARecordWithoutForce) {
  const Words words{"eval", "random", "--games", "1", "--record", path("games")};
  EXPECT_EQ(run(words).status, 0);
  const auto first = read_file(path("games"));
  auto other = words;
  other.insert(other.end(), {"--seed", "2"});
  expect_error(other, 2, "exists; add --force to replace it");
  EXPECT_EQ(read_file(path("games")), first);
  other.emplace_back("--force");
  EXPECT_EQ(run(other).status, 0);
  EXPECT_NE(read_file(path("games")), first);
}

TEST_F(Cli, HintSearchesToTheUsualDepthAndSaysWhatItDoesNotKnow) {
  const std::string board = "2 4 8 16 2 4 8 0 0 0 0 0 0 0 0 0";
  EXPECT_EQ(run_json({"hint", board})["depth"], 3);
  EXPECT_EQ(run_json({"hint", board})["moves"], run_json({"hint", board, "--depth", "3"})["moves"]);
  const std::string large = "65536 4 8 16 2 4 8 0 0 0 0 0 0 0 0 0";
  EXPECT_EQ(run_json({"hint", large})["note"], "values are those of the board with its largest tiles halved");
  const auto as_it_is = run({"hint", large, "--downgrade", "0"}).out;
  EXPECT_NE(as_it_is.find("tiles beyond 32768 are valued as 32768\n"), std::string::npos) << as_it_is;
  EXPECT_FALSE(run_json({"hint", "8192 4 8 16 2 4 8 0 0 0 0 0 0 0 0 0"}).contains("note"));
  const auto empty = run({"hint", "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"}).out;
  EXPECT_NE(empty.find("the board is empty"), std::string::npos) << empty;
  EXPECT_EQ(empty.find("over"), std::string::npos) << empty;
  EXPECT_NE(run({"hint", "2 4 2 4 4 2 4 2 2 4 2 4 4 2 4 2"}).out.find("the game is over"), std::string::npos);
}

TEST_F(Cli, ReplayVerifiesWhatEvalRecorded) {
  const auto played = run_json({"eval", "--player", "heuristic", "--games", "20", "--record", path("games")});
  const auto replayed = run_json({"replay", path("games")});
  for (const auto* key : {"games", "mean", "ci95", "median", "max", "tiles"})
    EXPECT_EQ(replayed[key], played[key]) << key;
  const auto shown = run({"replay", path("games"), "--show", "--line", "3"});
  EXPECT_EQ(shown.status, 0);
  EXPECT_NE(shown.out.find("move 1: "), std::string::npos);
  EXPECT_NE(shown.out.find("20 games"), std::string::npos);
}

TEST_F(Cli, ReplayRefusesADamagedRecord) {
  run({"eval", "--player", "random", "--games", "3", "--record", path("games")});
  auto text = read_file(path("games"));
  const auto second = text.find('\n') + 1;
  text.replace(text.find("\"moves\":\"", second) + 9, 1, "X");
  std::ofstream{path("games")} << text;
  expect_error({"replay", path("games")}, 1, "games:2: move 0 is not one of the letters");
  std::ofstream{path("cut")} << text.substr(0, 100);
  expect_error({"replay", path("cut")}, 1, "cut:1: the line is not JSON");
  std::ofstream{path("empty")}.flush();
  expect_error({"replay", path("empty")}, 1, "contains no game records");
  expect_error({"replay", path("missing")}, 2, "cannot read '" + path("missing") + "': no such file; ");
  const auto left = write("left", R"({"board":"2x2","start":"2 0 0 2","moves":"L","spawns":[[1,2]],"score":0})"
                                  "\n");
  expect_error({"replay", left, "--check"}, 1, "left:1: the game is unfinished");
  expect_error({"replay", left, "--check"}, 1, "accept unfinished games with --unfinished");
  EXPECT_EQ(run({"replay", left, "--check", "--unfinished"}).out, "1 game, 1 move: every rule holds\n");
  expect_error({"replay", folder_.path().string()}, 2, "it is a folder");
  expect_error({"replay", write("letter", "dear reader\n")}, 1, "letter' is not a file of game records");
}

TEST_F(Cli, PerftCountsLeaves) {
  EXPECT_EQ(run_json({"perft", "2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2", "--depth", "3"})["leaves"], 1'124'032);
  EXPECT_EQ(run_json({"perft", "2", "0", "0", "2", "--board", "2x2", "--depth", "6"})["leaves"], 283'008);
  EXPECT_EQ(run_json({"perft", "2,0/0,2", "--board", "2x2", "--depth", "0"})["leaves"], 1);
}

TEST_F(Cli, BenchPrintsTheSignatureOfThisVersion) {
  // A commit without functional change keeps it; one that changes it says so and why.
  EXPECT_EQ(run_json({"bench", "--rounds", "0"})["signature"], "adbaa3fef24442da");
}

TEST_F(Cli, HelpAndVersion) {
  EXPECT_EQ(run({"--help"}).status, 0);
  EXPECT_NE(run({"--version"}).out.find("afterstate "), std::string::npos);
  for (const auto* command : {"eval", "replay", "perft", "play", "bench"}) {
    EXPECT_NE(run({"--help"}).out.find(command), std::string::npos);
    const auto help = run({command, "--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_NE(help.out.find("--json"), std::string::npos);
  }
}

TEST_F(Cli, RefusesInvalidCalls) {
  expect_error(Words{}, 2, "no command given");
  expect_error({"evla"}, 2, "unknown command 'evla' (did you mean 'eval'?)");
  expect_error({"--jsno"}, 2, "unknown option '--jsno'");
  expect_error({"--json", "perft", "2 0 0 2", "--board", "2x2"}, 2,
               "'--json' must come after the command: afterstate perft");
  expect_error({"junk", "eval", "--player", "random"}, 2, "'junk' must come after the command: afterstate eval");
  expect_error({"eval", "--player", "random", "play"}, 2, "'play' and --player both name an engine");
  expect_error({"replay", "games", "eval"}, 2, "unexpected argument 'eval'");
  expect_error({"replay", "games", "--show", "--check"}, 2, "--show and --check cannot be combined");
  expect_error({"eval", "--player", "random", "--record", ""}, 2, "--record '': the value is empty");
  expect_error({"eval", "--player", "random", "--first-game", "1e19"}, 2, "from 0 to 4611686018427387904");
  expect_error({"eval", "--board", "3x3"}, 2, "the default model is for 4x4, not for 3x3");
  expect_error({"eval", "--player"}, 2, "--player needs a value: NAME; see 'afterstate eval --help'");
  expect_error({"eval", "random", "--threads", "1", "--threads", "2"}, 2, "--threads is given 2 times; give it once");
  expect_error({"eval", "--player", "rnadom"}, 2, "did you mean 'random'?");
  expect_error({"eval", "--player", "random", "--gmes", "3"}, 2, "unknown option '--gmes' (did you mean '--games'?)");
  expect_error({"eval", "--playr=random"}, 2, "unknown option '--playr' (did you mean '--player'?)");
  expect_error({"eval", "--player", "random", "extra"}, 2, "'extra' and --player both name an engine");
  expect_error({"eval", "--player", "random", "--board", "5x5"}, 2, "board size '5x5': sides go from 1 to 4");
  expect_error({"eval", "--player", "random", "--board", "1x1"}, 2,
               "board size '1x1': a game needs at least two cells");
  expect_error({"eval", "--player", "random", "--games", "0"}, 2, "--games '0': give a whole number from 1");
  expect_error({"eval", "--player", "random", "--games", "-5"}, 2, "--games '-5'");
  expect_error({"eval", "--player", "random", "--games", "1.5"}, 2, "--games '1.5'");
  expect_error({"eval", "--player", "random", "--games", "1e400"}, 2, "--games '1e400'");
  expect_error({"eval", "--player", "random", "--games", "many"}, 2, "--games 'many'");
  expect_error({"eval", "--player", "random", "--threads", "99999"}, 2,
               "--threads '99999': give a whole number from 0 to 1024");
  expect_error({"eval", "--player", "random", "--spawn4", "1.1"}, 2, "--spawn4 '1.1': give a probability from 0 to 1");
  expect_error({"eval", "--player", "random", "--spawn4", "nan"}, 2, "--spawn4 'nan'");
  expect_error({"eval", "--player", "random", "--record", "/nowhere/at/all"}, 2, "cannot write '/nowhere/at/all'");
  expect_error({"eval", "--player", "random", "--record", "/dev/full"}, 1, "No space left");
  expect_error({"perft"}, 2, "BOARD is required");
  expect_error({"perft", "2 0 0 3", "--board", "2x2"}, 2, "tile '3'");
  expect_error({"perft", "2 0 0 64", "--board", "2x2"}, 2, "the largest tile that can exist on 2x2 is 32");
  expect_error({"perft", "2 0 0", "--board", "2x2"}, 2, "3 were given");
  expect_error({"perft", "2 0 0 0 0", "--board", "2x2"}, 2, "5 were given");
  expect_error({"perft", "2 0 0 0", "--board", "2x2", "--depth", "65"}, 2,
               "--depth '65': give a whole number from 0 to 64");
}

TEST_F(Cli, AFailedWriteKeepsTheOldFile) {
  std::ofstream{path("games")} << "as it was";
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit limit{20'000, 20'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    ::dup2(::open(path("err").c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
    become_program({"eval", "--player", "heuristic", "--games", "1000", "--force", "--record", path("games")},
                   folder_.path());
  }
  int waited = 0;
  ::waitpid(child, &waited, 0);
  EXPECT_EQ(exit_status(waited), 1);
  EXPECT_NE(read_file(path("err")).find("File too large; the file was not saved"), std::string::npos);
  EXPECT_EQ(read_file(path("games")), "as it was");
  for (const auto& entry : std::filesystem::directory_iterator{folder_.path()})
    EXPECT_NE(entry.path().extension(), ".tmp") << entry.path();
}

TEST_F(Cli, AClosedStandardErrorDoesNotCrash) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(STDERR_FILENO);
    become_program({"eval", "--player", "nobody"}, folder_.path());
  }
  int waited = 0;
  ::waitpid(child, &waited, 0);
  EXPECT_EQ(exit_status(waited), 2);
}

TEST_F(Cli, LargeNumbersMayBeWrittenWithAnExponent) {
  EXPECT_EQ(run_json({"eval", "--player", "random", "--games", "1", "--seed", "1e19", "--first-game", "1e18"})["seed"],
            10'000'000'000'000'000'000U);
  EXPECT_TRUE(run_json({"eval", "--player", "random", "--games=1"})["ci95"].is_null());
}

TEST_F(Cli, AFullStandardOutputIsAFailure) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(::open("/dev/full", O_WRONLY), STDOUT_FILENO);
    ::dup2(::open(path("err").c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
    become_program({"perft", "2 0 0 2", "--board", "2x2"}, folder_.path());
  }
  int waited = 0;
  ::waitpid(child, &waited, 0);
  EXPECT_EQ(exit_status(waited), 1);
  EXPECT_NE(read_file(path("err")).find("standard output could not be written"), std::string::npos);
}

}  // namespace
}  // namespace afterstate
