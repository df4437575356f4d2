// afterstate review: how much each move of a recorded game lost.
#include "arena/review.h"
#include "base/json.h"

#include <fmt/format.h>

#include <memory>

#include "app/command_line.h"
#include "app/engine_options.h"
#include "app/progress.h"
#include "app/record_file.h"
#include "app/review_json.h"
#include "app/search_options.h"
#include "app/stopping.h"
#include "app/terminal.h"
#include "base/error.h"
#include "game/notation.h"
#include "os/threads.h"

namespace afterstate::app {

namespace {

struct ReviewOptions {
  std::string path;
  std::uint64_t line = 1;
  EngineOptions engine;
  SearchRequest search;
  int threads = 0;
  bool json = false;
};

void print_text(const Review& review, Size size, int decimals) {
  const auto moves = static_cast<double>(review.moves.size());
  for (const auto number : review.worst(worst_shown)) {
    const auto& move = review.moves[number];
    fmt::print("move {}: {} lost {:.{}f} against {}\n{}\n", number + 1, name_of(move.played), move.loss, decimals,
               name_of(move.best), picture_of(exponents_of(move.board, size), size, has_colours()));
  }
  fmt::print("accuracy {:.1f} %\n{} of {} moves were the best ({:.1f} %); {:.{}f} lost in total, {:.{}f} per move\n",
             100 * review.accuracy(), review.optimal(), review.moves.size(),
             100 * static_cast<double>(review.optimal()) / moves, review.total_loss(), decimals,
             review.total_loss() / moves, decimals + 1);
}

int run_review(const ReviewOptions& options) {
  const auto record = read_records(options.path, options.line, Ending::anywhere).chosen;
  const int threads = thread_count(options.threads);
  const auto engine = load_chosen_engine(options.engine, record.size);
  check_law(*engine, record.law, Vocabulary::command_line);
  const auto search = search_plan(options.search, *engine, threads, engine->info().exact ? 1 : default_review_depth);
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
  if (options.json)
    fmt::print("{}\n", json_text(review_json(reviewed, record.size, search.depth)));
  else
    print_text(reviewed, record.size, engine->info().decimals);
  return stopped_status();
}

}  // namespace

void add_review(CommandLine& line) {
  const auto options = std::make_shared<ReviewOptions>();
  auto command = line.add("review", "find the worst moves of a recorded game, and what each move lost",
                          [options] { return run_review(*options); });
  command.argument("RECORD", options->path, "game records written by eval --record or play --record")
      .count("--line", options->line, 1, 1ULL << 62, "review the game on this line of the file");
  add_engine_options(command, options->engine);
  add_search_options(command, options->search, default_review_depth);
  command.threads(options->threads)
      .json(options->json)
      .note(
          "A value database is exact; with it the default depth is 1.\n"
          "Examples: afterstate play --record game.jsonl\n"
          "          afterstate review game.jsonl --depth 3");
}

}  // namespace afterstate::app
