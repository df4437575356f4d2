// afterstate eval: plays games and measures an engine.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>

#include "app/command_line.h"
#include "app/engine_options.h"
#include "app/eval_seeds.h"
#include "app/over_seeds.h"
#include "app/progress.h"
#include "app/record_file.h"
#include "app/search_options.h"
#include "app/stopping.h"
#include "arena/board_file.h"
#include "arena/games.h"
#include "arena/summary_view.h"
#include "base/error.h"
#include "base/json.h"
#include "engine/load_engine.h"
#include "os/atomic_file.h"
#include "os/threads.h"

namespace afterstate::app {

namespace {

struct EvalOptions {
  GamesPlan plan;
  EngineOptions engine;
  SearchRequest search;
  std::string record_path;
  std::string boards;
  std::optional<Size> size;
  std::optional<SpawnLaw> law;
  std::optional<std::uint64_t> seeds;
  bool force = false;
  bool json = false;
};

int run_eval(EvalOptions& options) {
  auto& plan = options.plan;
  if (!options.boards.empty() && !options.record_path.empty())
    throw UserError{"--boards and --record cannot be combined: records are of games from their first move"};
  if (!options.record_path.empty() && !options.force) check_can_create(options.record_path);
  const int threads = thread_count(plan.threads);
  plan.engine = load_chosen_engine(options.engine, options.size, threads);
  const auto& info = plan.engine->info();
  check_law(*plan.engine, options.law, Vocabulary::command_line);
  plan.size = options.size.value_or(plan.engine->size());
  plan.law = options.law.value_or(plan.engine->law());
  plan.search = search_plan(options.search, *plan.engine, threads);
  if (!options.boards.empty()) plan.starts = read_boards(options.boards, plan.size);
  std::optional<AtomicFile> record_file;
  if (!options.record_path.empty()) record_file.emplace(options.record_path);
  plan.record = record_file.has_value();

  if (options.seeds) return eval_over_seeds(plan, *options.seeds, record_file ? &*record_file : nullptr, options.json);
  const auto stop = stop_on_signals();
  const auto start = std::chrono::steady_clock::now();
  Summary summary;
  SearchCounts counts;
  double score_sum = 0;
  {
    Progress progress{"games", plan.games};
    play_games(
        plan,
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
  const auto per_second = [&](std::uint64_t count) { return static_cast<double>(count) / seconds / threads; };
  if (record_file) record_file->commit();
  const bool interrupted = summary.games() < plan.games;

  if (options.json) {
    auto json = to_json(summary);
    json["interrupted"] = interrupted;
    json["moves_per_second"] = per_second(summary.moves());
    json["nodes_per_second"] = per_second(counts.nodes);
    json["table_probes"] = counts.probes;
    json["table_hits"] = counts.hits;
    json["depth"] = plan.search.depth;
    json["seed"] = plan.seed;
    fmt::print("{}\n", json_text(json));
  } else {
    fmt::print("{} on {}, seed {}, from game {}\n", info.name, name_of(plan.size), plan.seed, plan.first_game);
    if (interrupted)
      fmt::print("interrupted: {} of {} games were finished; the others are left out\n", summary.games(), plan.games);
    fmt::print("\n{}\n{} moves per second per thread, {} thread{}\n", to_text(summary),
               rate_text(per_second(summary.moves())), threads, threads == 1 ? "" : "s");
    if (counts.nodes > 0)
      fmt::print("{} nodes per second per thread{}\n", rate_text(per_second(counts.nodes)),
                 counts.probes > 0
                     ? fmt::format(", {} of {} transposition table probes hit", counts.hits, counts.probes)
                     : "");
  }
  return stopped_status();
}

}  // namespace

void add_eval(CommandLine& line) {
  const auto options = std::make_shared<EvalOptions>();
  auto& plan = options->plan;
  plan.games = 1000;
  auto command = line.add("eval", "play games and measure an engine: mean score, tiles made, speed",
                          [options] { return run_eval(*options); });
  command.optional_argument("ENGINE", options->engine.engine, engine_help() + "; default: default")
      .optional("--model", "ENGINE", options->engine.model, "the same as ENGINE")
      .optional("--player", "NAME", options->engine.player, "the same as ENGINE; 'perfect' needs --db")
      .optional("--db", "FILE", options->engine.database, "value database to play with; the same as ENGINE")
      .optional("--endgame", "DIR", options->engine.endgame, endgame_help);
  add_search_options(command, options->search);
  command.board_size(options->size)
      .count("--games", plan.games, 1, 1'000'000'000, "number of games")
      .count("--first-game", plan.first_game, 0, 1ULL << 62,
             "number of the first game, to split one seed into several runs")
      .seed(plan.seed)
      .count("--seeds", options->seeds, 1, max_seeds,
             "play the games once per seed, from --seed on, and print the mean over the seeds")
      .optional("--boards", "FILE", options->boards,
                "start at the boards of this file, one after the other (see 'afterstate boards collect'); scores count "
                "from there")
      .spawn_law(options->law)
      .threads(plan.threads)
      .optional("--record", "FILE", options->record_path, "write every game to this file, one line of JSON per game")
      .flag("--force", options->force, "let --record replace an existing file")
      .json(options->json)
      .note(
          "Ctrl-C stops at once: the finished games are measured and recorded, and the exit status is 130.\n"
          "Examples: afterstate eval --depth 3 --games 100\n"
          "          afterstate eval model.ast --games 1e4\n"
          "          afterstate eval heuristic --games 1e4 --record games.jsonl\n"
          "          afterstate eval mini.db --games 1e4");
}

}  // namespace afterstate::app
