// afterstate duel league: all against all in the two-player game, with ratings.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string_view>

#include "app/duel_options.h"
#include "app/progress.h"
#include "app/stopping.h"
#include "arena/league_folder.h"
#include "base/crc32c.h"
#include "base/error.h"
#include "base/json.h"
#include "model/archive.h"
#include "model/model_header.h"
#include "os/regular_file.h"
#include "study/league_report.h"

namespace afterstate::app {

namespace {

struct LeagueOptions {
  std::vector<std::string> players;
  DuelRuleOptions rules;
  std::uint64_t games = 20;
  std::uint64_t opening = 10;
  std::optional<std::uint64_t> time_ms;
  std::uint64_t program_timeout = 10;
  std::uint64_t seed = 1;
  std::string out;
  int threads = 0;
  bool json = false;
};

LeaguePlan league_plan(const LeagueOptions& options) {
  if (options.players.size() < 2) throw UserError{"a league needs at least two players"};
  DuelPlayers players{{options.time_ms, 1, std::chrono::seconds{options.program_timeout}}};
  LeaguePlan plan;
  std::set<std::string> names;
  for (const auto& text : options.players) {
    plan.players.push_back(players.player(text, DuelRoles::both));
    const auto& name = plan.players.back().name;
    if (!names.insert(name).second)
      throw UserError{fmt::format("two players have the name '{}'; write one of them as NAME=ATTACKER,DEFENDER", name)};
  }
  std::vector<const DuelPlayer*> all;
  for (const auto& player : plan.players) all.push_back(&player);
  plan.rules = rules_of(options.rules, static_cast<std::uint32_t>(options.opening), all);
  plan.seed = options.seed;
  plan.openings = options.games;
  plan.threads = options.threads;
  return plan;
}

/// The file of an engine, and those of the models that it links (model/engine_file.h).
std::vector<std::string> files_of_engine(const std::string& file) {
  constexpr std::string_view archive_magic = "AFTSTATE";
  std::vector<std::string> files{file};
  std::error_code odd;
  if (first_bytes(std::filesystem::canonical(file, odd), archive_magic.size()) != archive_magic) return files;
  const ArchiveReader archive{file};
  if (!is_engine_header(archive.header())) return files;
  const auto folder = std::filesystem::path{file}.parent_path();
  const auto header = parse_json(archive.header(), fmt::format("the header of '{}'", file));
  for (const auto& part : header.at("parts"))
    if (const auto linked = part.value("file", std::string{}); !linked.empty())
      files.push_back((folder / linked).string());
  return files;
}

/// Changes if the file does. Databases are too large to be read as a whole.
std::string fingerprint_of(const std::string& file) {
  constexpr std::size_t sample = 1'000'000;
  std::error_code odd;
  const auto size = std::filesystem::file_size(file, odd);
  const auto path = std::filesystem::canonical(file, odd);
  return fmt::format("{} bytes, {:08x}", size, crc32c(first_bytes(path, sample) + last_bytes(path, sample)));
}

/// What makes a league another one. The number of openings does not: more may be played later.
Json settings_json(const LeagueOptions& options, const LeaguePlan& plan) {
  Json files = Json::object();
  for (const auto& player : plan.players)
    for (const auto* const side : {&player.attacker, &player.defender})
      if (!(*side)->file.empty())
        for (const auto& file : files_of_engine((*side)->file)) files[file] = fingerprint_of(file);
  return {{"players", options.players},
          {"files", std::move(files)},
          {"board", name_of(plan.rules.size)},
          {"rule", name_of(plan.rules.rule)},
          {"start", name_of(plan.rules.start)},
          {"opening", plan.rules.opening},
          {"seed", plan.seed},
          {"time_ms", options.time_ms ? Json(*options.time_ms) : Json()}};
}

/// The games of a league as they are finished.
class League {
 public:
  League(const LeagueOptions& options, const LeaguePlan& plan)
      : plan_(plan), folder_(options.out, settings_json(options, plan)), scores_(plan.players.size(), plan.openings) {
    for (std::size_t player = 0; player < plan.players.size(); ++player) numbers_[plan.players[player].name] = player;
    folder_.read_games([&](const GameRecord& record) {
      if (record.game < plan.openings) note(game_of(record), record);
    });
  }

  void play(const std::stop_token& stop) {
    if (finished_ == 0) try_programs(plan_, stop);
    Progress progress{"games", scores_.games(), finished_};
    play_league(
        plan_, LeagueScores{scores_},
        [&](const LeagueGame& game, const GameRecord& record) {
          folder_.add(record);
          note(game, record);
          if (progress.due())
            progress.show(finished_,
                          fmt::format("{} against {}: {}", record.duel->attacker, record.player, record.score));
        },
        stop);
  }

  /// Nothing if no opening is finished.
  std::optional<LeagueResult> result() const {
    const auto whole = scores_.whole_openings();
    if (whole.openings() == 0) return std::nullopt;
    return LeagueResult{whole.openings(), distinct(), league_ratings(whole, plan_.seed)};
  }

  void write(const LeagueResult& result) const {
    folder_.write("league.json", json_text(league_json(plan_, result)) + "\n");
    folder_.write("league.md", league_markdown(plan_, result));
    folder_.write("league.svg", league_svg(plan_, result));
  }

 private:
  LeagueGame game_of(const GameRecord& record) const {
    const auto& rules = plan_.rules;
    const DuelTerms terms{rules.rule, rules.start, rules.opening, record.duel ? record.duel->attacker : std::string{}};
    if (record.size != rules.size || record.duel != terms || record.seed != plan_.seed)
      throw Failure{"the game is not one of this league"};
    const auto attacker = numbers_.find(terms.attacker);
    const auto defender = numbers_.find(record.player);
    if (attacker == numbers_.end() || defender == numbers_.end())
      throw Failure{"the game has a player that is not in this league"};
    return {record.game, attacker->second, defender->second};
  }

  void note(const LeagueGame& game, const GameRecord& record) {
    auto& score = scores_[game];
    if (score) return;
    score = record.score;
    ++finished_;
    identities_[game.opening].insert(identity_of(record));
  }

  /// Games of openings that are not finished do not count.
  std::uint64_t distinct() const {
    std::set<std::uint64_t> all;
    for (const auto& [opening, identities] : identities_) {
      bool whole = true;
      for (std::uint64_t number = scores_.number_of({opening, 0, 0}); number < scores_.number_of({opening + 1, 0, 0});
           ++number)
        whole = whole && scores_.has(number);
      if (whole) all.insert(identities.begin(), identities.end());
    }
    return all.size();
  }

  const LeaguePlan& plan_;
  LeagueFolder folder_;
  LeagueScores scores_;
  std::map<std::string, std::size_t> numbers_;
  std::map<std::uint64_t, std::set<std::uint64_t>> identities_;  ///< by opening
  std::uint64_t finished_ = 0;
};

int run_duel_league(const LeagueOptions& options) {
  const auto plan = league_plan(options);
  const auto stop = stop_on_signals();
  League league{options, plan};
  league.play(stop);
  const auto result = league.result();
  if (!result) {
    fmt::print(stderr, "interrupted before the first opening was finished; run the same command again to go on\n");
    return stopped_status();
  }
  league.write(*result);
  if (options.json)
    fmt::print("{}\n", json_text(league_json(plan, *result)));
  else
    fmt::print("{}", league_markdown(plan, *result));
  if (result->openings < plan.openings)
    fmt::print(stderr, "interrupted: {} of {} openings are finished; run the same command again to go on\n",
               result->openings, plan.openings);
  return stopped_status();
}

}  // namespace

void add_duel_league(CommandLine& line) {
  const auto options = std::make_shared<LeagueOptions>();
  auto command = line.add("duel league", "play all against all in both roles, and rate attack and defence",
                          [options] { return run_duel_league(*options); });
  command.arguments("PLAYER", options->players, duel_player_help() + "; each must play both roles");
  add_duel_rules(command, options->rules);
  command
      .count("--games", options->games, 1, 1'000'000,
             "openings, each played once by every attacker with every defender")
      .count("--opening", options->opening, 0, max_duel_opening,
             "random placements, with random slides between them, at the start of each game")
      .count("--time-ms", options->time_ms, 1, 3'600'000, "milliseconds per move of players that search");
  add_program_timeout(command, options->program_timeout, true);
  command.seed(options->seed)
      .threads(options->threads)
      .required("--out", "DIR", options->out,
                "folder for league.md, league.json, league.svg and the games; a league that was interrupted goes on")
      .json(options->json)
      .note(
          "Example: afterstate duel league A=worst:default,default B=random,heuristic minimax:default@3 --out league\n"
          "Every game is in DIR/games.jsonl, which afterstate replay --check accepts.");
}

}  // namespace afterstate::app
