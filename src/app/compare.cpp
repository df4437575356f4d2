// afterstate compare: compares every move of an engine with the exact values of a small board.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "app/command_line.h"
#include "app/progress.h"
#include "app/search_options.h"
#include "app/stopping.h"
#include "arena/compare.h"
#include "base/error.h"
#include "base/json.h"
#include "engine/load_engine.h"
#include "game/notation.h"
#include "os/threads.h"
#include "study/compare_report.h"

namespace afterstate::app {

namespace {

constexpr std::size_t mistakes_shown = 10;

struct CompareOptions {
  std::string engine;
  std::string against;
  std::string database_path;
  std::optional<std::uint64_t> depth;
  std::optional<std::uint64_t> depth_against;
  std::uint64_t games = 1000;
  std::uint64_t seed = 1;
  std::string folder;
  int threads = 0;
  bool json = false;
};

/// Throws UserError unless the engine can play the games of the database.
GamesPlan plan_for(SharedEngine engine, const std::optional<std::uint64_t>& depth, const Solution& solution,
                   const CompareOptions& options) {
  GamesPlan plan;
  plan.threads = thread_count(options.threads);
  plan.engine = std::move(engine);
  plan.size = solution.size;
  plan.law = solution.law;
  plan.seed = options.seed;
  plan.games = options.games;
  check_size(*plan.engine, plan.size);
  check_law(*plan.engine, plan.law, Vocabulary::command_line);
  plan.search = search_plan(depth_request(depth), *plan.engine, plan.threads);
  return plan;
}

Examined examine(const GamesPlan& plan, const ValueDatabase& database, const std::stop_token& stop) {
  Progress progress{"games", plan.games};
  const auto show = [&](std::uint64_t games) {
    if (progress.due()) progress.show(games, "");
  };
  return {fmt::format("{}, depth {}", plan.engine->info().name, plan.search.depth),
          compare_with_exact(plan, database, mistakes_shown, show, stop)};
}

Json to_json(const Examined& player, Size size) {
  const auto total = player.seen.total();
  const auto score = player.seen.score.estimate();
  Json json{{"player", player.name},     {"games", player.seen.games},
            {"mean", score.value},       {"ci95", score.ci95},
            {"moves", total.moves},      {"accuracy", total.accuracy()},
            {"loss", total.mean_loss()}, {"error", total.valued > 0 ? Json(total.mean_error()) : nullptr},
            {"worst", Json::array()}};
  for (const auto& mistake : player.seen.worst)
    json["worst"].push_back({{"board", notation_of(mistake.board, size)},
                             {"played", name_of(mistake.played)},
                             {"best", name_of(*mistake.exact.best())},
                             {"loss", mistake.loss},
                             {"game", mistake.game},
                             {"move", mistake.turn + 1}});
  return json;
}

int run_compare(const CompareOptions& options) {
  const ValueDatabase database{options.database_path};
  if (!database.solution().objective.is_score())
    throw UserError{fmt::format("'{}' holds probabilities of making a tile; compare needs a database of scores",
                                options.database_path)};
  if (!database.solution().of_chance())
    throw UserError{
        fmt::format("'{}' holds values of the two-player game ({}); compare needs those of random tiles, "
                    "written by 'afterstate solve' or 'afterstate duel solve --random 1'",
                    options.database_path, description_of(*database.solution().duel))};
  const int threads = thread_count(options.threads);
  const auto engine = load_engine(options.engine, threads);
  std::vector<GamesPlan> plans{plan_for(engine, options.depth, database.solution(), options)};
  if (!options.against.empty())  // the same file is loaded once
    plans.push_back(plan_for(options.against == options.engine ? engine : load_engine(options.against, threads),
                             options.depth_against, database.solution(), options));
  if (database.solution().step > optimal_within && !options.json)
    fmt::print(stderr,
               "moves count as optimal within {:.4f}, the precision of '{}'; 'afterstate solve --fine' writes a "
               "more precise one\n",
               database.solution().step, options.database_path);
  const auto stop = stop_on_signals();
  std::vector<Examined> players;
  for (const auto& plan : plans) players.push_back(examine(plan, database, stop));
  for (const auto& player : players)
    if (player.seen.games < 2) throw UserError{"stopped before two games were finished; nothing was written"};
  write_report(options.folder, players, database.solution());
  if (options.json) {
    Json json = to_json(players[0], database.solution().size);
    if (players.size() == 2) json["against"] = to_json(players[1], database.solution().size);
    json["perfect"] = database.solution().value;
    json["out"] = options.folder;
    fmt::print("{}\n", json_text(json));
  } else {
    fmt::print("{}\n{}/summary.md has plots by progress and the worst mistakes\n",
               summary_table(players, database.solution().value), options.folder);
  }
  return stopped_status();
}

}  // namespace

void add_compare(CommandLine& line) {
  const auto options = std::make_shared<CompareOptions>();
  line.add_alias("analyze", "compare");
  line.add("compare", "compare every move of an engine with the exact values of a small board",
           [options] { return run_compare(*options); })
      .argument("ENGINE", options->engine, engine_help())
      .required("--db", "FILE", options->database_path,
                "exact values: a value database written by 'afterstate solve --fine'")
      .required("--out", "DIR", options->folder, "folder to write the summary, the table by progress and the plots to")
      .count("--depth", options->depth, 1, max_search_depth, "search depth in player moves; default: 1")
      .optional("--against", "ENGINE", options->against, "also compare a second engine, and show the difference")
      .count("--depth-against", options->depth_against, 1, max_search_depth,
             "search depth of the second engine; default: 1")
      .count("--games", options->games, 2, 1'000'000'000, "number of games")
      .seed(options->seed)
      .threads(options->threads)
      .json(options->json)
      .note(
          "Examples: afterstate solve 3x3 --fine --out mini.db\n"
          "          afterstate compare mini.ast --db mini.db --out report\n"
          "          afterstate compare mini.ast --db mini.db --out report --against mini.ast --depth-against 3");
}

}  // namespace afterstate::app
