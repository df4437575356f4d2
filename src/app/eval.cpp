// afterstate eval: plays games and says how strong a player is.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/command_line.h"
#include "app/contestant.h"
#include "app/default_model.h"
#include "app/judge_options.h"
#include "app/progress.h"
#include "app/search_options.h"
#include "app/stopping.h"
#include "arena/games.h"
#include "arena/players.h"
#include "arena/summary_view.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "base/threads.h"

namespace afterstate::app {

namespace {

struct EvalOptions {
  GamesPlan plan;
  std::string model_path;  ///< as the first word, which --model can say too
  JudgeOptions judge;
  SearchOptions search;
  std::string record_path;
  std::optional<Size> size;
  std::optional<SpawnLaw> law;
  bool json = false;
};

std::string player_help() {
  std::string help = "who plays where no model does:";
  for (const auto& kind : player_kinds) help += fmt::format("\n{}: {}", kind.name, kind.description);
  return help + fmt::format("\n{}: the best move of all, by the values of --db", perfect_player);
}

/// Whoever plays; tells the plan of it.
Contestant load_contestant(EvalOptions& options) {
  auto& plan = options.plan;
  if (!options.model_path.empty() && !options.judge.model_path.empty())
    throw UserError{
        fmt::format("'{}' and --model are two models: give one of them, or see 'match'", options.model_path)};
  const auto& model_path = options.model_path.empty() ? options.judge.model_path : options.model_path;
  const auto& database_path = options.judge.database_path;
  if (!model_path.empty() && !plan.player.empty())
    throw UserError{
        fmt::format("'{}' would be a model, and --player names another player: give one of the two", model_path)};
  if (!database_path.empty() && plan.player != perfect_player)
    throw UserError{"--db is for --player perfect, who alone plays by a database"};
  if (database_path.empty() && plan.player == perfect_player)
    throw UserError{"--player perfect plays by a value database: give --db FILE, which 'afterstate solve' writes"};
  const auto contestant = [&] {
    if (!database_path.empty()) return Contestant::perfect(database_path);
    if (!model_path.empty()) return Contestant::model(model_path, plan.threads);
    if (plan.player.empty())
      return Contestant::model(default_model(options.size, "give a model file, or --player NAME"), plan.threads);
    check_player(plan.player);
    return Contestant::named(plan.player, plan.threads);
  };
  return contestant();
}

int run_eval(EvalOptions& options) {
  const int threads = thread_count(options.plan.threads);
  const auto search = search_plan(options.search, threads);
  const auto contestant = load_contestant(options);
  options.plan.size = options.size.value_or(contestant.size().value_or(Size{}));
  options.plan.law = options.law.value_or(contestant.law().value_or(SpawnLaw{}));
  contestant.take_part(options.plan, search);
  std::optional<AtomicFile> record_file;
  if (!options.record_path.empty()) record_file.emplace(options.record_path);
  options.plan.record = record_file.has_value();

  const auto stop = stop_on_signals();
  const auto start = std::chrono::steady_clock::now();
  Summary summary;
  SearchCounts counts;
  double score_sum = 0;
  {
    Progress progress{"games", options.plan.games};
    play_games(
        options.plan,
        [&](const FinishedGame& finished) {
          summary.add(finished.outcome);
          counts += finished.search;
          score_sum += finished.outcome.score;
          if (record_file) record_file->write(finished.record + "\n");
          if (progress.due())
            progress.show(summary.games(),
                          fmt::format("mean {:.0f}", score_sum / static_cast<double>(summary.games())));
        },
        stop);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const auto a_second = [&](std::uint64_t count) { return static_cast<double>(count) / seconds / threads; };
  if (record_file) record_file->commit();

  if (options.json) {
    auto json = to_json(summary);
    json["moves_per_second"] = a_second(summary.moves());
    json["nodes_per_second"] = a_second(counts.nodes);
    json["table_probes"] = counts.probes;
    json["table_hits"] = counts.hits;
    json["depth"] = options.plan.search.depth;
    json["seed"] = options.plan.seed;
    fmt::print("{}\n", json.dump());
  } else {
    fmt::print("{} on {}, seed {}, from game {}\n\n{}\n{:.0f} moves a second on each of {} threads\n",
               options.plan.player, name_of(options.plan.size), options.plan.seed, options.plan.first_game,
               to_text(summary), a_second(summary.moves()), threads);
    if (counts.nodes > 0)
      fmt::print(
          "{:.0f} nodes a second{}\n", a_second(counts.nodes),
          counts.probes > 0 ? fmt::format(", {} of {} values found in the table", counts.hits, counts.probes) : "");
  }
  return stopped_status();
}

}  // namespace

void add_eval(CommandLine& line) {
  const auto options = std::make_shared<EvalOptions>();
  auto& plan = options->plan;
  plan.player.clear();
  plan.games = 1000;
  auto command = line.add("eval", "play games and measure a player: mean score, tiles made, speed",
                          [options] { return run_eval(*options); });
  command
      .optional_argument("MODEL", options->model_path,
                         "a model file that plays; without, the one that comes with the program")
      .optional("--model", "FILE", options->judge.model_path, "the same")
      .optional("--player", "NAME", plan.player, player_help())
      .optional("--db", "FILE", options->judge.database_path, "the value database of the perfect player");
  add_search_options(command, options->search);
  command.board_size(options->size)
      .count("--games", plan.games, 1, 1'000'000'000, "how many games")
      .count("--first-game", plan.first_game, 0, 1ULL << 62, "number of the first game, to join runs of one seed")
      .seed(plan.seed)
      .spawn_law(options->law)
      .threads(plan.threads)
      .optional("--record", "FILE", options->record_path, "write every game to this file, a line of JSON each")
      .json(options->json)
      .note(
          "Examples: afterstate eval --depth 3 --games 100\n"
          "          afterstate eval model.ast --games 1e4\n"
          "          afterstate eval --player heuristic --games 1e4 --record games.jsonl\n"
          "          afterstate eval --player perfect --db mini.db --games 1e4");
}

}  // namespace afterstate::app
