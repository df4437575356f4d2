// afterstate review: what each move of a recorded game cost.
#include "arena/review.h"

#include <fmt/format.h>

#include <memory>

#include "app/command_line.h"
#include "app/judge_options.h"
#include "app/progress.h"
#include "app/record_file.h"
#include "app/review_json.h"
#include "app/search_options.h"
#include "app/stopping.h"
#include "app/terminal.h"
#include "base/error.h"
#include "base/threads.h"
#include "game/notation.h"

namespace afterstate::app {

namespace {

struct ReviewOptions {
  std::string path;
  std::uint64_t line = 1;
  JudgeOptions judge;
  SearchOptions search;
  int threads = 0;
  bool json = false;
};

void print_text(const Review& review, Size size, int decimals) {
  const auto moves = static_cast<double>(review.moves.size());
  for (const auto number : review.worst(worst_shown)) {
    const auto& move = review.moves[number];
    fmt::print("move {}: {} lost {:.{}f} against {}\n{}\n", number + 1, name_of(move.played), move.loss, decimals,
               name_of(move.best), picture_of(move.exponents, size, has_colours()));
  }
  fmt::print("accuracy {:.1f} %\n{} of {} moves were the best ({:.1f} %); {:.{}f} lost in all, {:.{}f} a move\n",
             100 * review.accuracy(), review.optimal(), review.moves.size(),
             100 * static_cast<double>(review.optimal()) / moves, review.total_loss(), decimals,
             review.total_loss() / moves, decimals + 1);
}

int run_review(ReviewOptions options) {
  const auto record = read_records(options.path, options.line, Ending::anywhere).chosen;
  if (!options.search.depth && !options.search.milliseconds && options.judge.database_path.empty())
    options.search.depth = usual_review_depth;
  auto search = search_plan(options.search, 1);
  search.threads = thread_count(options.threads);
  const auto adviser = load_adviser(options.judge, search, record.size);
  if (adviser.law()) check_law(options.judge.database_path, *adviser.law(), record.law);
  if (record.turns.empty()) throw UserError{fmt::format("the game on line {} has no moves", options.line)};
  const auto stop = stop_on_signals();
  const auto reviewed = [&] {
    Progress progress{"moves", record.turns.size()};
    const auto show = [&](std::uint64_t moves) {
      if (progress.due()) progress.show(moves, "");
    };
    return review(record, adviser, search, show, stop);
  }();
  if (reviewed.moves.empty()) throw UserError{"stopped before the first move was judged"};
  if (options.json)
    fmt::print("{}\n", review_json(reviewed, record.size, search.depth).dump());
  else
    print_text(reviewed, record.size, adviser.decimals());
  return stopped_status();
}

}  // namespace

void add_review(CommandLine& line) {
  const auto options = std::make_shared<ReviewOptions>();
  auto command = line.add("review", "what each move of a recorded game cost, and the ten worst",
                          [options] { return run_review(*options); });
  command.argument("RECORD", options->path, "a file with records of games, as eval --record and play --record write")
      .count("--line", options->line, 1, 1ULL << 62, "the game on this line of the file");
  add_judge_options(command, options->judge);
  add_search_options(command, options->search);
  command.threads(options->threads)
      .json(options->json)
      .note(
          "A model judges at depth 2 where nothing else is asked for.\n"
          "Examples: afterstate play --record game.jsonl\n"
          "          afterstate review game.jsonl --depth 3");
}

}  // namespace afterstate::app
