// The commands duel play, duel league and duel bound, run as a user would.
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "app/program.h"
#include "app/terminal_program.h"
#include "model/model_file.h"
#include "network/random_network.h"

namespace afterstate {
namespace {

class DuelCommands : public ProgramTest {
 protected:
  static std::string script(const std::string& fault = {}) {
    return "program:python3 '" AFTERSTATE_SOURCE_DIR "/tests/app/duel_program.py' " + fault;
  }

  static std::vector<std::string> keys_of(const Json& json) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : json.items()) keys.push_back(key);
    return keys;
  }

  static Json without(Json json, const char* key) {
    json.erase(key);
    return json;
  }

  /// Of 2x3 with three players, of which two are deterministic.
  Words league(const std::string& out, const std::string& games = "6") const {
    return {"duel",
            "league",
            "A=worst:heuristic,heuristic",
            "B=random,random",
            "C=worst:greedy,greedy",
            "--board",
            "2x3",
            "--opening",
            "3",
            "--games",
            games,
            "--out",
            path(out)};
  }
};

TEST_F(DuelCommands, PlayPrintsTheDocumentedKeys) {
  const auto json = run_json({"duel", "play", "worst:heuristic", "heuristic", "--board", "3x3", "--games", "30"});
  EXPECT_EQ(keys_of(json), (std::vector<std::string>{"attacker", "board", "ci95", "defender", "distinct", "draws",
                                                     "games", "interrupted", "losses", "max", "mean", "median",
                                                     "opening", "rule", "seconds", "seed", "start", "wins"}));
  EXPECT_EQ(json["games"], 30);
  EXPECT_EQ(json["distinct"], 30);
  EXPECT_EQ(json["rule"], "2or4");
  EXPECT_EQ(json["start"], "empty");
  EXPECT_EQ(json["opening"], 10);
  EXPECT_EQ(json["interrupted"], false);
  for (const auto* const key : {"wins", "losses", "draws"}) EXPECT_TRUE(json[key].is_null()) << key;
  EXPECT_GT(json["mean"], 0);
  EXPECT_GT(json["ci95"], 0);
  EXPECT_LE(json["median"], json["max"]);
  const auto swapped = run_json(
      {"duel", "play", "A=worst:heuristic,heuristic", "B=random,greedy", "--board", "3x3", "--games", "20", "--swap"});
  EXPECT_EQ(swapped["games"], 40);
  EXPECT_EQ(swapped["wins"].get<int>() + swapped["losses"].get<int>() + swapped["draws"].get<int>(), 20);
  EXPECT_GT(swapped["wins"], swapped["losses"]);
  EXPECT_LT(swapped["first_attacks"]["mean"], swapped["second_attacks"]["mean"]);
}

TEST_F(DuelCommands, TwoDeterministicPlayersRepeatOneGame) {
  const auto json = run_json({"duel", "play", "worst:heuristic", "heuristic", "--opening", "0", "--games", "5"});
  EXPECT_EQ(json["games"], 5);
  EXPECT_EQ(json["distinct"], 1);
  EXPECT_EQ(json["ci95"], 0);
}

TEST_F(DuelCommands, PlayCountsInTheSingular) {
  const auto one = run({"duel", "play", "random", "random", "--board", "2x2", "--opening", "1", "--games", "1"}).out;
  EXPECT_NE(one.find(", 1 random placement, "), std::string::npos) << one;
  EXPECT_NE(one.find("\n1 game, 1 distinct, "), std::string::npos) << one;
  const auto two =
      run({"duel", "play", "A=random,random", "B=random,greedy", "--board", "2x2", "--games", "1", "--swap"}).out;
  EXPECT_NE(two.find(" of 1 pair\n"), std::string::npos) << two;
  EXPECT_NE(two.find("\n2 games, "), std::string::npos) << two;
}

TEST_F(DuelCommands, ResultsDoNotDependOnThreads) {
  const Words words{"duel", "play",    "random", "greedy",  "--board", "2x4",     "--rule",
                    "2",    "--start", "two",    "--games", "40",      "--record"};
  auto alone = words;
  alone.insert(alone.end(), {path("1.jsonl"), "--threads", "1"});
  auto together = words;
  together.insert(together.end(), {path("3.jsonl"), "--threads", "3"});
  EXPECT_EQ(without(run_json(alone), "seconds"), without(run_json(together), "seconds"));
  EXPECT_EQ(read_file(path("1.jsonl")), read_file(path("3.jsonl")));
  EXPECT_EQ(run({"replay", path("1.jsonl"), "--check"}).status, 0);
  expect_error(alone, 2, "add --force");
}

TEST_F(DuelCommands, ReplayChecksTheRules) {
  ASSERT_EQ(run({"duel", "play", "worst:heuristic", "heuristic", "--board", "3x3", "--rule", "2", "--games", "2",
                 "--record", path("games.jsonl")})
                .status,
            0);
  EXPECT_EQ(run({"replay", path("games.jsonl"), "--check"}).status, 0);
  const auto text = read_file(path("games.jsonl"));
  auto game = Json::parse(text.substr(0, text.find('\n')));
  EXPECT_EQ(game["rule"], "2");
  EXPECT_EQ(game["attacker"], "worst:heuristic");
  EXPECT_EQ(game["player"], "heuristic");
  const auto changed = [&](const std::string& key, const Json& value) {
    auto other = game;
    other[key] = value;
    write("changed.jsonl", other.dump() + "\n");
    return Words{"replay", path("changed.jsonl"), "--check"};
  };
  auto spawns = game["spawns"];
  spawns.back()[1] = 4;
  expect_error(changed("spawns", spawns), 1, "a 4 cannot be placed under the rule '2'");
  expect_error(changed("game", 1), 1, "its first 10 placements are not those of opening 1 with seed 1");
  expect_error(changed("rule", "3"), 1, "rule '3': give 2or4 or 2");
  expect_error(changed("opening", 4'000'000'000), 1, "at most 1000 placements");
  spawns = game["spawns"];
  for (int cell = 0; cell < 9; ++cell) {
    spawns.back()[0] = cell;
    if (run(changed("spawns", spawns)).err.find("which is not empty") != std::string::npos) return;
  }
  ADD_FAILURE() << "a tile on an occupied cell was accepted";
}

TEST_F(DuelCommands, PlayRefusesInvalidCalls) {
  const auto play = [](const Words& more) {
    Words words{"duel", "play"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  expect_error(play({"random"}), 2, "DEFENDER is required");
  expect_error(play({"nobody", "random"}), 2, "unknown engine 'nobody'");
  expect_error(play({"worst:heuristic", "worst:heuristic"}), 2, "worst: attacks; it does not slide");
  expect_error(play({"heuristic", "random"}), 2, "'heuristic' does not place tiles");
  expect_error(play({"random", "minimax:default@4"}), 2, "give 3 or 5");
  expect_error(play({"random", "minimax:default"}), 2, "--time-ms");
  expect_error(play({"random", "default", "--board", "3x3"}), 2, "player 'default' is for 4x4, not for 3x3");
  expect_error(play({"random", "random", "--rule", "4"}), 2, "rule '4': give 2or4 or 2");
  expect_error(play({"random", "random", "--start", "full"}), 2, "start 'full': give empty or two");
  expect_error(play({"random", "random", "--opening", "1001"}), 2, "--opening");
  expect_error(play({"random", "A=random", "--swap"}), 2, "write NAME=ATTACKER,DEFENDER");
}

TEST_F(DuelCommands, APersonAttacks) {
  const auto ran = run({"duel", "play", "person", "random", "--board", "1x2"}, "3 3\n1 1 8\nx\n1 1 4\n1 1\n1 1 2\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.err.find("rows go from 1 to 1"), std::string::npos) << ran.err;
  const auto left = run({"duel", "play", "person", "random", "--board", "2x2"}, "1 1\n");
  EXPECT_EQ(left.status, 2);
  EXPECT_NE(left.err.find("the input ended before the game did"), std::string::npos) << left.err;
}

TEST_F(DuelCommands, APersonStopsOnCtrlC) {
  InTerminal game{folder_, {"duel", "play", "person", "random", "--board", "2x2"}};
  game.read_until("row, column and tile");
  game.type("\003");
  game.read_until("interrupted after 0 of 1 opening;");
  ASSERT_FALSE(HasFailure());
  EXPECT_EQ(game.wait(), 130);
}

TEST_F(DuelCommands, ProgramsPlayBothRoles) {
  const auto json = run_json({"duel", "play", script(), script(), "--board", "3x3", "--games", "3", "--opening", "4",
                              "--threads", "2", "--record", path("games.jsonl")});
  EXPECT_EQ(json["games"], 3);
  EXPECT_GT(json["mean"], 0);
  EXPECT_EQ(run({"replay", path("games.jsonl"), "--check"}).status, 0);
}

TEST_F(DuelCommands, ThisProgramPlaysAsAnotherProgram) {
  // Without plies the engine searches 5; the games are those of the same players without the protocol.
  const auto play = [&](const std::string& player, const std::string& record) {
    const auto json = run_json({"duel", "play", player, player, "--swap", "--games", "1", "--record", path(record),
                                "--program-timeout", "300"});
    std::istringstream lines{read_file(path(record))};
    Json games;
    for (std::string line; std::getline(lines, line);)
      games.push_back(without(without(Json::parse(line), "player"), "attacker"));
    return std::pair{json["mean"], games};
  };
  EXPECT_EQ(play("program:" AFTERSTATE_PROGRAM " engine", "a.jsonl"), play("minimax:default@5", "b.jsonl"));
}

TEST_F(DuelCommands, AProgramThatFailsIsNamedInOneLine) {
  const auto attack = [](const std::string& fault, const Words& more = {}) {
    Words words{"duel", "play", script(fault), "random", "--board", "3x3", "--games", "1"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const auto defend = [](const std::string& fault) {
    return Words{"duel", "play", "random", script(fault), "--board", "3x3", "--games", "1"};
  };
  expect_error(attack("nonsense"), 1, "answered with something other than a JSON object: nonsense");
  expect_error(attack("dies"), 1, "ended with exit status 7 instead of answering");
  expect_error(attack("late", {"--program-timeout", "1"}), 1, "did not answer within 1000 ms");
  expect_error(attack("occupied"), 1, "broke a rule: a tile was placed on cell");
  expect_error(attack("outside"), 1, "placed a tile on cell 9; cells of 3x3 go from 0 to 8");
  expect_error(attack("eight"), 1, "placed the tile 8; tiles are 2 and 4");
  expect_error(attack("four", {"--rule", "2"}), 1, "a 4 was placed; the rule '2' allows only 2");
  expect_error(attack("no-cell"), 1, "answered without a whole number \"cell\"");
  expect_error(attack("error"), 1, "answered with an error: no idea");
  expect_error(attack("id"), 1, "answered without the id 1");
  expect_error(defend("illegal"), 1, "which changes nothing");
  expect_error(defend("sideways"), 1, "answered without \"best\", which is up, right, down or left");
  expect_error(attack("dies"), 1, "duel_program.py");
  expect_error({"duel", "play", "program:no-such-command-here", "random"}, 1, "exit status 127");
  expect_error({"duel", "play", "program:", "random"}, 2, "write program:COMMAND");
}

TEST_F(DuelCommands, LeagueWritesItsReports) {
  const auto json = run_json(league("out"));
  EXPECT_EQ(keys_of(json),
            (std::vector<std::string>{"board", "crosstable", "distinct", "games", "interrupted", "mean_log_score",
                                      "opening", "openings", "players", "rule", "seed", "start"}));
  EXPECT_EQ(json["openings"], 6);
  EXPECT_EQ(json["games"], 54);
  ASSERT_EQ(json["players"].size(), 3U);
  EXPECT_EQ(keys_of(json["players"][0]), (std::vector<std::string>{"attack", "attacker", "defence", "defender", "draws",
                                                                   "elo", "losses", "name", "wins"}));
  EXPECT_EQ(json["players"][0]["name"], "A");
  EXPECT_EQ(json["players"][0]["attacker"], "worst:heuristic");
  EXPECT_EQ(keys_of(json["players"][0]["elo"]), (std::vector<std::string>{"high", "low", "value"}));
  EXPECT_EQ(json["crosstable"]["mean"].size(), 3U);
  EXPECT_GT(json["players"][0]["defence"]["value"], json["players"][1]["defence"]["value"]);
  EXPECT_EQ(Json::parse(read_file(path("out/league.json"))), json);
  const auto markdown = read_file(path("out/league.md"));
  for (const auto* const part :
       {"| player | attack | defence | Elo |", "## Mean scores", "| C | worst:greedy | greedy |"})
    EXPECT_NE(markdown.find(part), std::string::npos) << part;
  const auto picture = read_file(path("out/league.svg"));
  EXPECT_TRUE(picture.starts_with("<svg "));
  EXPECT_NE(picture.find("prefers-color-scheme: dark"), std::string::npos);
  EXPECT_EQ(run({"replay", path("out/games.jsonl"), "--check"}).status, 0);
  std::istringstream lines{read_file(path("out/games.jsonl"))};
  double sum = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto game = Json::parse(line);
    if (game["attacker"] == "A" && game["player"] == "B") sum += game["score"].get<double>();
  }
  EXPECT_NEAR(json["crosstable"]["mean"][0][1].get<double>(), sum / 6, 0.01) << "attackers in rows";
}

TEST_F(DuelCommands, LeagueGoesOnWhereItWasKilled) {
  ASSERT_EQ(run(league("whole")).status, 0);
  const auto whole = read_file(path("whole/league.json"));
  // Torn in the middle of a line, at several places.
  const auto games = read_file(path("whole/games.jsonl"));
  for (const double share : {0.0, 0.3, 0.9}) {
    std::filesystem::remove_all(path("torn"));
    std::filesystem::copy(path("whole"), path("torn"));
    std::filesystem::remove(path("torn/league.json"));
    const auto kept = games.substr(0, static_cast<std::size_t>(share * static_cast<double>(games.size())));
    write("torn/games.jsonl", kept);
    auto words = league("torn");
    words.insert(words.end(), {"--threads", share == 0.3 ? "1" : "3"});
    ASSERT_EQ(run(words).status, 0);
    EXPECT_EQ(read_file(path("torn/league.json")), whole) << share;
    EXPECT_EQ(read_file(path("torn/league.md")), read_file(path("whole/league.md")));
    EXPECT_EQ(read_file(path("torn/league.svg")), read_file(path("whole/league.svg")));
    const auto complete = kept.substr(0, kept.rfind('\n') + 1);
    EXPECT_TRUE(read_file(path("torn/games.jsonl")).starts_with(complete)) << "no finished game is lost";
  }
}

TEST_F(DuelCommands, LeagueSurvivesKill9) {
  const std::string games = "200";
  ASSERT_EQ(run(league("whole", games)).status, 0);
  Running killed{folder_, league("killed", games), "killed-"};
  ASSERT_TRUE(comes_true([&] {
    std::error_code none;
    return std::filesystem::file_size(path("killed/games.jsonl"), none) > 1000 && !none;
  }));
  killed.end_by(SIGKILL);
  const auto before = read_file(path("killed/games.jsonl"));
  ASSERT_EQ(run(league("killed", games)).status, 0);
  EXPECT_TRUE(read_file(path("killed/games.jsonl")).starts_with(before.substr(0, before.rfind('\n') + 1)));
  EXPECT_EQ(read_file(path("killed/league.json")), read_file(path("whole/league.json")));
}

TEST_F(DuelCommands, LeagueStopsOnCtrlCAndIsExtended) {
  ASSERT_EQ(run(league("out", "3")).status, 0);
  ASSERT_EQ(run(league("longer", "6")).status, 0);
  ASSERT_EQ(run(league("out", "6")).status, 0);
  EXPECT_EQ(read_file(path("out/league.json")), read_file(path("longer/league.json")));
  Running running{folder_, league("stopped", "1000000"), "stopped-"};
  ASSERT_TRUE(running.handles_signals());
  ASSERT_TRUE(comes_true([&] {
    std::error_code none;
    return std::filesystem::file_size(path("stopped/games.jsonl"), none) > 100'000 && !none;
  }));
  const auto ran = running.end_by(SIGINT);
  EXPECT_EQ(ran.status, 130);
  EXPECT_NE(ran.err.find("run the same command again to go on"), std::string::npos) << ran.err;
  EXPECT_EQ(Json::parse(read_file(path("stopped/league.json")))["interrupted"], true);
}

TEST_F(DuelCommands, LeagueRefusesInvalidCalls) {
  ASSERT_EQ(run(league("out", "1")).status, 0);
  auto other = league("out", "1");
  other.insert(other.end(), {"--rule", "2"});
  expect_error(other, 2, "holds another league: rule was \"2or4\", now it is \"2\"");
  other = league("out", "1");
  other[3] = "D=random,random";
  expect_error(other, 2, "holds another league: players");
  const auto solved = [&](const std::string& spawn4) {
    EXPECT_EQ(run({"solve", "2x2", "--out", path("small.db"), "--fine", "--spawn4", spawn4}).status, 0);
    return Words{"duel", "league", "A=random,random", "B=random," + path("small.db"), "--out", path("changing")};
  };
  ASSERT_EQ(run(solved("0.1")).status, 0);
  std::filesystem::remove(path("small.db"));
  expect_error(solved("0.2"), 2, "holds another league: files was");
  const auto with = [&](const Words& players) {
    Words words{"duel", "league", "--out", path("new")};
    words.insert(words.end(), players.begin(), players.end());
    return words;
  };
  expect_error(with({"A=random,random"}), 2, "at least two players");
  expect_error(with({"A=random,random", "A=random,greedy"}), 2, "two players have the name 'A'");
  expect_error(with({"A=random,random", "worst:heuristic"}), 2, "worst: attacks; it does not slide");
  expect_error(with({"A=random,random", "person"}), 2, "unknown engine 'person'");
  expect_error({"duel", "league", "random", "A=random,random"}, 2, "--out");
  EXPECT_FALSE(std::filesystem::exists(path("new"))) << "nothing is created before the players are known";
}

TEST_F(DuelCommands, AProgramThatFailsAtOnceBlocksNoFolder) {
  const auto league_with = [&](const std::string& program) {
    return Words{"duel", "league", "A=random,random", program, "--board", "2x2", "--games", "2", "--out", path("out")};
  };
  expect_error(league_with("program:false"), 1, "the program 'false' ended with exit status 1");
  EXPECT_EQ(read_file(path("out/games.jsonl")), "") << "it is noticed before the first game";
  const auto ran = run(league_with(script()));
  EXPECT_EQ(ran.status, 0) << ran.err;
  expect_error(league_with("program:false"), 2, "holds another league: players was");
}

TEST_F(DuelCommands, LeagueNoticesThatALinkedModelChanged) {
  const auto save = [&](const std::string& name, float initial_value) {
    const NetworkShape shape{{2, 3}, parse_tuples("0123 0145", {2, 3}), 11, initial_value};
    save_model(path(name), random_network(shape), {}, 1);
  };
  const auto linked = path("linked.ast");
  save("a.ast", 0);
  save("b.ast", 0);
  ASSERT_EQ(run({"model", "join", linked, path("a.ast"), path("b.ast"), "--from", "64", "--link"}).status, 0);
  const auto league_of = [&](const std::string& games) {
    return Words{"duel",  "league",   "A=worst:" + linked + "," + linked, "B=random,random", "--games", games,
                 "--out", path("out")};
  };
  ASSERT_EQ(run(league_of("1")).status, 0);
  ASSERT_EQ(run(league_of("2")).status, 0) << "nothing changed";
  save("b.ast", 1000);
  expect_error(league_of("3"), 2, "holds another league: files was");
}

TEST_F(DuelCommands, BoundProvesSmallBoards) {
  const auto json = run_json({"duel", "bound", "--board", "2x3", "--attacker", "worst:heuristic"});
  EXPECT_EQ(keys_of(json),
            (std::vector<std::string>{"afterstates", "attacker", "board", "bound", "end", "largest_layer",
                                      "largest_score", "proven", "rule", "seconds", "tile_sum"}));
  EXPECT_EQ(json["proven"], true);
  EXPECT_EQ(json["bound"], json["largest_score"]);
  // Of the attacker that answers symmetric boards alike; the one of games is another strategy.
  EXPECT_EQ(json["bound"], 160);
  EXPECT_EQ(run_json({"duel", "exploit", "worst:heuristic", "--role", "attack", "--board", "2x3"})["value"], 172);
  const auto text = run({"duel", "bound", "--board", "2x3", "--attacker", "worst:heuristic"});
  EXPECT_NE(text.out.find("proven: no defender can score more than " + json["bound"].dump()), std::string::npos);
  EXPECT_NE(
      text.out.find("the best defender scores exactly 160 against this attacker if the attacker answers symmetric "
                    "boards alike"),
      std::string::npos)
      << text.out;
  const auto full = run_json({"duel", "bound", "--board", "4x4", "--attacker", "worst:heuristic", "--memory-mb", "1"});
  EXPECT_EQ(full["proven"], false);
  EXPECT_TRUE(full["bound"].is_null());
  EXPECT_EQ(full["end"], "memory");
  const auto said = run({"duel", "bound", "--attacker", "worst:heuristic", "--memory-mb", "1"});
  EXPECT_NE(said.out.find("nothing is proven: --memory-mb 1 is used up"), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("the best defender scores at least "), std::string::npos) << said.out;
  const auto help = run({"duel", "bound", "--help"}).out;
  EXPECT_EQ(help.find("--time-ms"), std::string::npos) << "it has no such option\n" << help;
  expect_error({"duel", "bound", "--attacker", "heuristic"}, 2, "does not place tiles");
  expect_error({"duel", "bound", "--board", "3x3"}, 2, "--attacker");
  expect_error({"duel", "bound", "--board", "3x3", "--attacker", "worst:default"}, 2, "is for 4x4, not for 3x3");
}

}  // namespace
}  // namespace afterstate
