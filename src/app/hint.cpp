// afterstate hint: what each of the four moves is worth.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "app/command_line.h"
#include "app/judge_options.h"
#include "app/question.h"
#include "app/search_options.h"
#include "base/threads.h"
#include "game/notation.h"

namespace afterstate::app {

namespace {

struct HintOptions {
  std::string board;
  std::optional<Size> size;
  JudgeOptions judge;
  SearchOptions search;
  int threads = 0;
  bool json = false;
};

int run_hint(const HintOptions& options) {
  auto search = search_plan(options.search, 1);
  search.threads = thread_count(options.threads);
  const auto adviser = load_adviser(options.judge, search, options.size);
  const auto exponents = parse_exponents(options.board, adviser.size());
  const auto advice = adviser.advise(exponents, {}, search);
  if (options.json)
    fmt::print("{}\n", answer_of(advice, exponents, adviser.size()).dump());
  else
    fmt::print("{}", to_text(advice, adviser.decimals()));
  return 0;
}

}  // namespace

void add_hint(CommandLine& line) {
  const auto options = std::make_shared<HintOptions>();
  auto command = line.add("hint", "the expected further score of each move, reward included",
                          [options] { return run_hint(*options); });
  command.board(options->board).board_size(options->size);
  add_judge_options(command, options->judge);
  add_search_options(command, options->search);
  command.threads(options->threads)
      .json(options->json)
      .note(
          "Examples: afterstate hint '2 4 8 16  2 4 8 0  0 0 0 0  0 0 0 0' --depth 3\n"
          "          afterstate hint '2 4 8  2 0 0  0 0 0' --db mini.db");
}

}  // namespace afterstate::app
