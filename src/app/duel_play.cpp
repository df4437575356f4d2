// afterstate duel play: games of the two-player game between two players.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <optional>

#include "app/duel_options.h"
#include "app/progress.h"
#include "app/record_file.h"
#include "app/stopping.h"
#include "arena/duel_match.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "engine/search_request.h"
#include "os/atomic_file.h"
#include "os/threads.h"

namespace afterstate::app {

namespace {

struct DuelPlayOptions {
  std::string attacker;
  std::string defender;
  DuelRuleOptions rules;
  std::uint64_t games = 100;
  std::optional<std::uint64_t> opening;
  std::optional<std::uint64_t> time_ms;
  std::uint64_t program_timeout = 10;
  std::uint64_t seed = 1;
  std::string record_path;
  int threads = 0;
  bool swap = false;
  bool force = false;
  bool json = false;
};

Json summary_json(const Summary& summary) {
  return {{"mean", summary.mean().value},
          {"ci95", summary.games() > 1 ? Json(summary.mean().ci95) : Json()},
          {"median", summary.median()},
          {"max", summary.max()}};
}

void print_json(const DuelPlan& plan, const DuelScore& score, double seconds) {
  Json json{{"attacker", plan.first.name},
            {"defender", plan.second.name},
            {"board", name_of(plan.rules.size)},
            {"rule", name_of(plan.rules.rule)},
            {"start", name_of(plan.rules.start)},
            {"opening", plan.rules.opening},
            {"seed", plan.seed},
            {"games", score.games()},
            {"distinct", score.distinct()},
            {"mean", nullptr},
            {"ci95", nullptr},
            {"median", nullptr},
            {"max", nullptr},
            {"wins", plan.swap ? Json(score.wins()) : Json()},
            {"losses", plan.swap ? Json(score.losses()) : Json()},
            {"draws", plan.swap ? Json(score.draws()) : Json()},
            {"seconds", seconds},
            {"interrupted", score.openings() < plan.openings}};
  if (score.games() > 0) {
    json.update(summary_json(score.all()));
    json["mean"] = score.mean().value;
    if (score.openings() > 1) json["ci95"] = score.mean().ci95;
    if (plan.swap) {
      json["first_attacks"] = summary_json(score.straight());
      json["second_attacks"] = summary_json(score.swapped());
    }
  }
  fmt::print("{}\n", json_text(json));
}

std::string mean_text(const Summary& summary) {
  const auto [mean, ci95] = summary.mean();
  const auto interval = summary.games() > 1 ? fmt::format(" ± {:.0f}", ci95) : std::string{};
  return fmt::format("{:.0f}{}, median {:.0f}, maximum {}", mean, interval, summary.median(), summary.max());
}

void print_text(const DuelPlan& plan, const DuelScore& score, double seconds) {
  const auto& rules = plan.rules;
  fmt::print("{} board, rule {}, start {}, {}, seed {}\n", name_of(rules.size), name_of(rules.rule),
             name_of(rules.start), counted(rules.opening, "random placement"), plan.seed);
  if (score.openings() < plan.openings)
    fmt::print("interrupted after {} of {}; the others are left out\n", score.openings(),
               counted(plan.openings, "opening"));
  if (score.games() == 0) return;
  const auto side_line = [](const char* role, const DuelPlayer& player, const DuelSide& side) {
    fmt::print(
        "  {:<9} {}{}\n", role, player.name,
        side.description.empty() || side.description == player.name ? "" : fmt::format(": {}", side.description));
  };
  fmt::print("\n");
  side_line("attacker", plan.first, *plan.first.attacker);
  side_line("defender", plan.second, *plan.second.defender);
  fmt::print("  score     {}\n", mean_text(score.straight()));
  if (plan.swap) {
    fmt::print("\n");
    side_line("attacker", plan.second, *plan.second.attacker);
    side_line("defender", plan.first, *plan.first.defender);
    fmt::print("  score     {}\n", mean_text(score.swapped()));
    fmt::print("\n{} wins {}, loses {} and draws {} of {}\n", plan.first.name, score.wins(), score.losses(),
               score.draws(), counted(score.openings(), "pair"));
  }
  fmt::print("\n{}, {} distinct, {:.1f} s\n", counted(score.games(), "game"), score.distinct(), seconds);
}

int run_duel_play(const DuelPlayOptions& options) {
  if (!options.record_path.empty() && !options.force) check_can_create(options.record_path);
  const bool person = options.attacker == "person" || options.defender == "person";
  const auto games = person ? 1 : options.games;
  const int threads = thread_count(options.threads);
  // One game at a time: its searches get all threads.
  DuelPlayers players{{options.time_ms, games == 1 ? threads : 1, std::chrono::seconds{options.program_timeout}},
                      {{"person", person_side}}};
  DuelPlan plan;
  plan.swap = options.swap;
  plan.first = players.player(options.attacker, options.swap ? DuelRoles::both : DuelRoles::attack);
  plan.second = players.player(options.defender, options.swap ? DuelRoles::both : DuelRoles::defend);
  constexpr std::uint64_t usual_opening = 10;
  plan.rules = rules_of(options.rules, static_cast<std::uint32_t>(options.opening.value_or(person ? 0 : usual_opening)),
                        {&plan.first, &plan.second});
  plan.seed = options.seed;
  plan.openings = games;
  plan.threads = games == 1 ? 1 : threads;
  std::optional<AtomicFile> record_file;
  if (!options.record_path.empty()) record_file.emplace(options.record_path);

  const auto stop = stop_on_signals();
  const auto start = std::chrono::steady_clock::now();
  DuelScore score;
  {
    Progress progress{options.swap ? "pairs" : "games", plan.openings};
    play_duels(
        plan,
        [&](const DuelPair& pair) {
          score.add(pair);
          if (record_file) {
            record_file->write(to_json_line(pair.straight.record) + "\n");
            if (pair.swapped) record_file->write(to_json_line(pair.swapped->record) + "\n");
          }
          if (progress.due()) progress.show(score.openings(), fmt::format("mean {:.0f}", score.mean().value));
        },
        stop);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (record_file) record_file->commit();
  if (options.json)
    print_json(plan, score, seconds);
  else
    print_text(plan, score, seconds);
  return stopped_status();
}

}  // namespace

void add_duel_play(CommandLine& line) {
  const auto options = std::make_shared<DuelPlayOptions>();
  auto command = line.add("duel play", "play games between an attacker and a defender",
                          [options] { return run_duel_play(*options); });
  command.argument("ATTACKER", options->attacker, duel_player_help() + "; or person")
      .argument("DEFENDER", options->defender, "the other player, given in the same way");
  add_duel_rules(command, options->rules);
  command.count("--games", options->games, 1, 1'000'000'000, "number of games; with --swap, of pairs of games")
      .count("--opening", options->opening, 0, max_duel_opening,
             "random placements, with random slides between them, at the start of each game; default: 10, or 0 if a "
             "person plays")
      .flag("--swap", options->swap, "play each opening once more with the roles exchanged, and count wins")
      .count("--time-ms", options->time_ms, 1, 3'600'000, "milliseconds per move of players that search");
  add_program_timeout(command, options->program_timeout, true);
  command.seed(options->seed)
      .threads(options->threads)
      .optional("--record", "FILE", options->record_path, "write every game to this file, one line of JSON per game")
      .flag("--force", options->force, "let --record replace an existing file")
      .json(options->json)
      .note(
          "Plies count the moves of both sides: 5 plies are the own move and 2 more rounds.\n"
          "Two players without chance repeat one game, hence the random placements at the start.\n"
          "Examples: afterstate duel play worst:default default\n"
          "          afterstate duel play minimax:default@5 expectimax:default@2 --games 20\n"
          "          afterstate duel play A=worst:default,default minimax:default@3 --swap\n"
          "          afterstate duel play person minimax:default@5");
}

}  // namespace afterstate::app
