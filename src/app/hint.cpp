// afterstate hint: prints the value of each move of a board.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "app/analysis_text.h"
#include "app/command_line.h"
#include "app/engine_options.h"
#include "app/search_options.h"
#include "base/json.h"
#include "engine/analysis_request.h"
#include "game/notation.h"
#include "os/threads.h"

namespace afterstate::app {

namespace {

struct HintOptions {
  std::string board;
  std::optional<Size> size;
  EngineOptions engine;
  SearchRequest search;
  int threads = 0;
  bool json = false;
};

int run_hint(const HintOptions& options) {
  const auto engine = load_chosen_engine(options.engine, options.size);
  const auto size = options.size.value_or(engine->size());
  AnalysisRequest request{packed_from(parse_exponents(options.board, size)),
                          search_plan(options.search, *engine, 1, usual_depth)};
  request.plan.threads = thread_count(options.threads);
  const auto session = engine->new_session(size, engine->law());
  const auto timed = timed_analysis(*session, request.board, request.plan);
  if (options.json)
    fmt::print("{}\n", json_text(analysis_json(timed, request.board, size)));
  else
    fmt::print("{}", analysis_text(timed, request.board, engine->info()));
  return 0;
}

}  // namespace

void add_hint(CommandLine& line) {
  const auto options = std::make_shared<HintOptions>();
  auto command =
      line.add("hint", "print the value of each move of a board: expected further score, including the reward",
               [options] { return run_hint(*options); });
  command.board(options->board).board_size(options->size);
  add_engine_options(command, options->engine);
  add_search_options(command, options->search, usual_depth);
  command.threads(options->threads)
      .json(options->json)
      .note(
          "Examples: afterstate hint '2 4 8 16  2 4 8 0  0 0 0 0  0 0 0 0' --depth 5\n"
          "          afterstate hint '2 4 8  2 0 0  0 0 0' --db mini.db");
}

}  // namespace afterstate::app
