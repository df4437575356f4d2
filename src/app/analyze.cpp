// afterstate analyze: a player under the microscope, move by move against the exact values of a small board.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/command_line.h"
#include "app/contestant.h"
#include "app/progress.h"
#include "app/search_options.h"
#include "app/stopping.h"
#include "arena/microscope.h"
#include "base/error.h"
#include "base/threads.h"
#include "game/notation.h"
#include "study/microscopy_report.h"

namespace afterstate::app {

namespace {

constexpr std::size_t mistakes_shown = 10;

struct AnalyzeOptions {
  std::string player;
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

Examined examine(const std::string& name, const std::optional<std::uint64_t>& depth, const ValueDatabase& database,
                 const AnalyzeOptions& options, const std::stop_token& stop) {
  const int threads = thread_count(options.threads);
  SearchOptions search;
  search.depth = depth;
  const auto plan_of_search = search_plan(search, threads);
  const auto contestant = Contestant::named(name, threads);
  GamesPlan plan;
  plan.size = database.solution().size;
  plan.law = database.solution().law;
  plan.seed = options.seed;
  plan.games = options.games;
  plan.threads = threads;
  contestant.take_part(plan, plan_of_search);
  Progress progress{"games", plan.games};
  const auto show = [&](std::uint64_t games) {
    if (progress.due()) progress.show(games, "");
  };
  return {fmt::format("{}, depth {}", plan.player, plan.search.depth),
          look_closely(plan, database, mistakes_shown, show, stop)};
}

nlohmann::ordered_json to_json(const Examined& player, Size size) {
  const auto total = player.seen.total();
  const auto score = player.seen.score.estimate();
  nlohmann::ordered_json json{{"player", player.name},
                              {"games", player.seen.games},
                              {"mean", score.value},
                              {"ci95", score.ci95},
                              {"moves", total.moves},
                              {"accuracy", total.accuracy()},
                              {"loss", total.mean_loss()},
                              {"error", total.valued > 0 ? nlohmann::ordered_json(total.mean_error()) : nullptr},
                              {"worst", nlohmann::ordered_json::array()}};
  for (const auto& mistake : player.seen.worst)
    json["worst"].push_back({{"board", notation_of(mistake.exponents, size)},
                             {"played", name_of(mistake.played)},
                             {"best", name_of(*mistake.exact.best())},
                             {"loss", mistake.loss},
                             {"game", mistake.game},
                             {"move", mistake.turn + 1}});
  return json;
}

int run_analyze(const AnalyzeOptions& options) {
  const ValueDatabase database{options.database_path};
  if (!database.solution().objective.is_score())
    throw UserError{fmt::format("'{}' holds chances of making a tile: moves are judged by a database of scores",
                                options.database_path)};
  if (database.solution().step > optimal_within && !options.json)
    fmt::print(stderr,
               "moves count as optimal within {:.4f}, the precision of '{}'; 'afterstate solve --fine' makes one "
               "that tells more apart\n",
               database.solution().step, options.database_path);
  const auto stop = stop_on_signals();
  std::vector<Examined> players;
  players.push_back(examine(options.player, options.depth, database, options, stop));
  if (!options.against.empty())
    players.push_back(examine(options.against, options.depth_against, database, options, stop));
  for (const auto& player : players)
    if (player.seen.games < 2) throw UserError{"stopped before two games were over; nothing was written"};
  write_report(options.folder, players, database.solution());
  if (options.json) {
    nlohmann::ordered_json json = to_json(players[0], database.solution().size);
    if (players.size() == 2) json["against"] = to_json(players[1], database.solution().size);
    json["perfect"] = database.solution().value;
    json["out"] = options.folder;
    fmt::print("{}\n", json.dump());
  } else {
    fmt::print("{}\n{}/summary.md has pictures by progress and the worst mistakes\n",
               summary_table(players, database.solution().value), options.folder);
  }
  return stopped_status();
}

}  // namespace

void add_analyze(CommandLine& line) {
  const auto options = std::make_shared<AnalyzeOptions>();
  line.add("analyze", "compare every move of a player with the exact values of a small board",
           [options] { return run_analyze(*options); })
      .argument("PLAYER", options->player, contestant_help())
      .required("--db", "FILE", options->database_path,
                "the value database of the board, which 'afterstate solve' writes")
      .required("--out", "DIR", options->folder, "where the summary, the table by progress and the pictures go")
      .count("--depth", options->depth, 1, deepest_search, "player moves looked ahead; 1 without this")
      .optional("--against", "PLAYER", options->against, "another player, and the difference between the two")
      .count("--depth-against", options->depth_against, 1, deepest_search, "the same for that player")
      .count("--games", options->games, 2, 1'000'000'000, "how many games")
      .seed(options->seed)
      .threads(options->threads)
      .json(options->json)
      .note(
          "Examples: afterstate solve 3x3 --fine --out mini.db\n"
          "          afterstate analyze mini.ast --db mini.db --out analysis\n"
          "          afterstate analyze mini.ast --db mini.db --out analysis --against mini.ast --depth-against 3");
}

}  // namespace afterstate::app
