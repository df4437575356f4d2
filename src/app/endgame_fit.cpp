// afterstate endgame fit: finds out what the chances of endgame tables are worth to a model.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "app/command_line.h"
#include "app/endgame_commands.h"
#include "app/model_commands.h"
#include "app/progress.h"
#include "app/search_options.h"
#include "app/stopping.h"
#include "arena/board_file.h"
#include "arena/endgame_fit.h"
#include "arena/games.h"
#include "base/error.h"
#include "base/json.h"
#include "engine/load_engine.h"
#include "model/engine_file.h"
#include "os/atomic_file.h"
#include "os/threads.h"

namespace afterstate::app {

namespace {

struct FitOptions {
  std::string model;
  std::string tables;
  std::string boards;
  std::string target;
  std::uint64_t min_games = EndgameFits::usual_min_games;
  GamesPlan plan;
  SearchRequest search;
  bool json = false;
};

std::optional<FitGoal> goal_of_model(const std::string& model) {
  const auto parts = load_parts(model);
  if (parts.size() != 1) throw UserError{fmt::format("'{}' joins several networks; give the model of one", model)};
  const auto& shape = shape_of(parts.front().model.network);
  if (shape.size != Size{4, 4})
    throw UserError{fmt::format("'{}' is for {}; endgame tables are for 4x4", model, name_of(shape.size))};
  return goal_of(shape);
}

Json fits_json(const std::vector<EndgameFit>& fits) {
  auto json = Json::array();
  for (const auto& fit : fits) {
    json.push_back(to_json(std::vector{fit.worth})[0]);
    json.back()["successes"] = fit.successes;
    json.back()["failures"] = fit.failures;
    json.back()["chance"] = fit.chance;
  }
  return json;
}

int run_fit(FitOptions& options) {
  refuse_same_file(options.model, options.target);
  check_model_target(options.target);
  {
    const AtomicFile writable{options.target};
  }  // reports an output that cannot be written before the games
  const auto goal = goal_of_model(options.model);
  const EndgameTables tables{options.tables};
  auto& plan = options.plan;
  const int threads = thread_count(plan.threads);
  plan.engine = load_engine(options.model, threads);
  plan.search = search_plan(options.search, *plan.engine, threads);
  plan.record = true;
  if (!options.boards.empty()) plan.starts = read_boards(options.boards, plan.size);
  const auto stop = stop_on_signals();
  EndgameFits fits{tables, goal};
  std::uint64_t games = 0;
  {
    Progress progress{"games", plan.games};
    play_games(
        plan,
        [&](const FinishedGame& finished) {
          fits.add(parse_record(finished.record));
          if (++games; progress.due()) progress.show(games, "");
        },
        stop);
  }
  const auto result = fits.result(options.min_games);
  if (result.empty())
    throw Failure{fmt::format(
        "no table was come to by {} games with success and {} without: nothing was written; play more games",
        options.min_games, options.min_games)};
  JoinedPart part{options.model};
  part.endgames.emplace();
  for (const auto& fit : result) part.endgames->push_back(fit.worth);
  join_models(options.target, {part}, false);
  if (options.json) {
    fmt::print("{}\n", json_text({{"file", options.target}, {"games", games}, {"endgames", fits_json(result)}}));
    return stopped_status();
  }
  for (const auto& [worth, successes, failures, chance] : result)
    fmt::print(
        "{} target {} with {}: {:.0f} after success, {:.0f} after failure; {} of {} games succeeded, mean chance "
        "{:.3f}\n",
        worth.walls, worth.target, fmt::join(worth.tiles, " "), worth.success, worth.failure, successes,
        successes + failures, chance);
  fmt::print("{} uses these tables; try: afterstate eval {} --endgame {}\n", options.target, options.target,
             options.tables);
  return stopped_status();
}

}  // namespace

void add_endgame_fit(CommandLine& line) {
  const auto options = std::make_shared<FitOptions>();
  options->plan.games = 1000;
  auto command = line.add("endgame fit", "find what the chances of endgame tables are worth to a model",
                          [options] { return run_fit(*options); });
  command.argument("MODEL", options->model, "model of the late game, for 4x4")
      .required("--endgame", "DIR", options->tables, "folder of endgame tables")
      .required("--out", "FILE", options->target, "the same model, which then uses the tables")
      .optional("--boards", "FILE", options->boards,
                "start at the boards of this file (see 'afterstate boards collect'); default: new games")
      .count("--games", options->plan.games, 1, 1'000'000'000, "number of games")
      .count("--min-games", options->min_games, 1, 1'000'000,
             "games with success, and without, that a table needs to be used");
  add_search_options(command, options->search);
  command.seed(options->plan.seed)
      .threads(options->plan.threads)
      .json(options->json)
      .note(
          "Plays games. For each table and each set of tiles that were its walls, the mean further score of the games\n"
          "that made the target, and of those that did not, is what success and failure are worth.\n"
          "Example: afterstate endgame fit late.ast --endgame tables --boards late.boards --out with-tables.ast");
}

}  // namespace afterstate::app
