// afterstate review: the turning points of a recorded game, and how much each move lost.
#include "arena/review.h"
#include "base/json.h"

#include <fmt/format.h>

#include <memory>
#include <ranges>

#include "app/command_line.h"
#include "app/engine_options.h"
#include "app/progress.h"
#include "app/record_file.h"
#include "app/review_json.h"
#include "app/search_options.h"
#include "app/stopping.h"
#include "app/terminal.h"
#include "base/error.h"
#include "engine/analysis_request.h"
#include "game/notation.h"
#include "os/threads.h"

namespace afterstate::app {

namespace {

struct ReviewOptions {
  std::string path;
  std::uint64_t line = 1;
  EngineOptions engine;
  SearchRequest search;
  std::uint64_t playouts = ChancesPlan{}.games;
  int threads = 0;
  bool json = false;
};

const char* plural_of(Mark mark) {
  return mark == Mark::blunder ? "blunders" : mark == Mark::mistake ? "mistakes" : "inaccuracies";
}

std::string chance_text(const Share& share) {
  return fmt::format("{:.0f} % ({:.0f} to {:.0f})", 100 * share.value, 100 * share.low, 100 * share.high);
}

/// What a share is a share of.
const char* unit_of(const Engine& engine) {
  return engine.info().unit == ValueUnit::probability ? "percentage points of the chance to make the tile"
                                                      : "% of the expected final score";
}

void print_turning_point(const TurningPoint& point, const ReviewedMove& move, Size size, const Engine& engine) {
  fmt::print("move {}: {} was {} {} and lost {:.0f} {}; best: {}\n{}", point.number + 1, name_of(move.played),
             move.mark() == Mark::inaccuracy ? "an" : "a", name_of(move.mark()), 100 * move.share, unit_of(engine),
             name_of(move.best), picture_of(exponents_of(move.board, size), size, has_colours()));
  for (std::size_t goal = 0; goal < goal_exponents.size(); ++goal) {
    const auto before = point.before.share(goal);
    const auto after = point.after.share(goal);
    if (before && after)
      fmt::print("  chance to reach {}: {} after {}, {} after {}\n", tile_value(goal_exponents[goal]),
                 chance_text(*before), name_of(move.best), chance_text(*after), name_of(move.played));
  }
  fmt::print("\n");
}

void print_text(const ReviewReport& report, const GameRecord& record, const Engine& engine) {
  const auto& review = report.review;
  const auto moves = review.moves.size();
  for (const auto& point : report.turning_points)
    print_turning_point(point, review.moves[point.number], record.size, engine);
  if (!report.turning_points.empty() && report.turning_points.front().before.games > 0)
    fmt::print("chances: greedy play of the engine, {} games per move, 95 % intervals\n",
               report.turning_points.front().before.games);
  if (moves < record.turns.size()) fmt::print("interrupted: {} of {} moves\n", moves, record.turns.size());
  for (const auto& [mark, share] : mark_thresholds | std::views::reverse)
    fmt::print("{:<14} {:>6}   lost at least {:.0f} {}\n", plural_of(mark), review.count(mark), 100 * share,
               unit_of(engine));
  fmt::print("best moves     {:>6}   of {} ({:.1f} %)\naccuracy       {:>6.1f} %\n", review.optimal(), moves,
             100 * static_cast<double>(review.optimal()) / static_cast<double>(moves), 100 * review.accuracy());
  if (!review.note.empty()) fmt::print("{}\n", review.note);
}

int run_review(const ReviewOptions& options) {
  const auto record = read_records(options.path, options.line, Ending::anywhere).chosen;
  const int threads = thread_count(options.threads);
  const auto engine = load_chosen_engine(options.engine, record.size);
  if (engine->info().duel)
    throw UserError{
        fmt::format("'{}' has values of the two-player game, which say nothing about random tiles; give another "
                    "engine",
                    engine->info().name)};
  check_law(*engine, record.law, Vocabulary::command_line);
  const auto search = search_plan(options.search, *engine, threads, usual_depth);
  if (record.turns.empty()) throw UserError{fmt::format("the game on line {} has no moves", options.line)};
  const auto stop = stop_on_signals();
  const auto reviewed = [&] {
    Progress progress{"moves", record.turns.size()};
    const auto show = [&](std::uint64_t moves) {
      if (progress.due()) progress.show(moves, "");
    };
    return review(record, *engine, search, threads, show, stop);
  }();
  if (reviewed.moves.empty()) throw UserError{"stopped before the first move was reviewed"};
  const auto report = report_of(reviewed, record, *engine, {.games = options.playouts, .threads = threads}, stop);
  if (options.json)
    fmt::print("{}\n", json_text(review_json(report, record, *engine, search.depth)));
  else
    print_text(report, record, *engine);
  return stopped_status();
}

}  // namespace

void add_review(CommandLine& line) {
  const auto options = std::make_shared<ReviewOptions>();
  auto command = line.add("review", "find the turning points and mistakes of a recorded game",
                          [options] { return run_review(*options); });
  command.argument("RECORD", options->path, "game records written by eval --record or play --record")
      .count("--line", options->line, 1, 1ULL << 62, "review the game on this line of the file");
  // Not add_engine_options(): built-in players, which value no moves, cannot review.
  command
      .optional("--model", "ENGINE", options->engine.model,
                "engine to use: a model, checkpoint or value database file, 'default', the model that comes with the "
                "program, or 'strong', the same with endgame tables; default: default")
      .optional("--db", "FILE", options->engine.database, "value database to use instead, for exact values")
      .optional("--endgame", "DIR", options->engine.endgame, endgame_help);
  add_search_options(command, options->search, usual_depth);
  command
      .count("--playouts", options->playouts, 0, 1'000'000,
             "games per move of a turning point that estimate the chances to reach 2048 and 4096; at most ten seconds")
      .threads(options->threads)
      .json(options->json)
      .note(
          "docs/judging.md explains marks and turning points.\n"
          "Examples: afterstate play --record game.jsonl\n"
          "          afterstate review game.jsonl");
}

}  // namespace afterstate::app
