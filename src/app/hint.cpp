// afterstate hint: prints the value of each move of a board.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "app/analysis_text.h"
#include "app/command_line.h"
#include "app/engine_options.h"
#include "app/search_options.h"
#include "base/error.h"
#include "base/json.h"
#include "engine/analysis_request.h"
#include "engine/placement_json.h"
#include "game/notation.h"
#include "os/threads.h"

namespace afterstate::app {

namespace {

struct HintOptions {
  std::string board;
  std::optional<Size> size;
  EngineOptions engine;
  SearchRequest search;
  std::string role;
  std::string rule;
  std::optional<std::uint64_t> plies;
  int threads = 0;
  bool json = false;
};

/// The rule of a hint for the two-player game: that of the engine's values, if they are for one.
DuelRule rule_of(const HintOptions& options, const Engine& engine) {
  const auto& info = engine.info();
  const auto usual = info.law && info.law->four == 0 ? DuelRule::two : DuelRule::two_or_four;
  const auto rule = options.rule.empty() ? info.duel.value_or(usual) : parse_duel_rule(options.rule);
  check_rule(engine, rule);
  return rule;
}

SearchPlan minimax_plan(const HintOptions& options, const Engine& engine) {
  auto request = options.search;
  if (request.depth) throw UserError{"--depth cannot be combined with --role: give --plies, 2 DEPTH - 1"};
  if (request.downgrade || !request.mode.empty() || !request.depth_limit.empty() || !request.min_chance.empty())
    throw UserError{
        "--mode, --downgrade, --depth-limit and --min-chance are for expectimax and cannot be combined with --role"};
  if (options.plies) {
    if (*options.plies % 2 == 0)
      throw UserError{fmt::format("--plies '{}': {}", *options.plies, even_plies_text(*options.plies))};
    request.depth = (*options.plies + 1) / 2;
  }
  const SearchLimits limits{.default_depth = default_depth_for(engine.info()), .max_depth = max_minimax_depth};
  auto plan = plan_of(request, limits, Vocabulary::command_line);
  plan.adversary = true;
  plan.threads = thread_count(options.threads);
  check_search(engine, plan, Vocabulary::command_line);
  check_tables(plan, 1, Vocabulary::command_line);
  return plan;
}

/// A hint for one side of the two-player game.
int run_duel_hint(const HintOptions& options) {
  const auto role = parse_role(options.role);
  if (!options.engine.endgame.empty())
    throw UserError{
        "--endgame cannot be combined with --role: endgame tables are for the one-player game; remove one of them"};
  const auto engine = load_chosen_engine(options.engine, options.size, 0, EngineRoles::any);
  if (role == Role::defend) check_role(*engine, Role::defend);
  const auto& info = engine->info();
  const auto rule = rule_of(options, *engine);
  const auto plan = minimax_plan(options, *engine);
  const auto size = options.size.value_or(engine->size());
  const auto board = packed_from(parse_exponents(options.board, size));
  const auto session = engine->new_session(size, law_of(rule));
  if (role == Role::attack) {
    const auto timed = timed_placements(*session, board, plan);
    fmt::print("{}", options.json ? json_text(placements_json(timed, board, size, rule)) + "\n"
                                  : placements_text(timed, size, info));
  } else {
    const auto timed = timed_analysis(*session, board, plan);
    fmt::print("{}", options.json ? json_text(defence_json(timed, board, size, rule)) + "\n"
                                  : defence_text(timed, board, info));
  }
  return 0;
}

int run_hint(const HintOptions& options) {
  if (!options.role.empty()) return run_duel_hint(options);
  if (options.plies || !options.rule.empty())
    throw UserError{fmt::format("{} is for the two-player game: add --role attack or --role defend",
                                options.plies ? "--plies" : "--rule")};
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
  command
      .optional("--role", "ROLE", options->role,
                "of the two-player game: attack (BOARD is the board to place a tile on) or defend")
      .optional("--rule", "RULE", options->rule,
                "with --role: what the attacker may place, 2or4 or 2; default: 2or4, or the rule of the database")
      .count("--plies", options->plies, 1, plies_of_depth(max_minimax_depth),
             fmt::format("with --role: depth of minimax, counting the moves of both sides: 1, 3, 5, ...; default: {}, "
                         "for a value database 1",
                         plies_of_depth(usual_depth)))
      .threads(options->threads)
      .json(options->json)
      .note(
          "Examples: afterstate hint '2 4 8 16  2 4 8 0  0 0 0 0  0 0 0 0' --depth 5\n"
          "          afterstate hint '2 4 8  2 0 0  0 0 0' --db mini.db\n"
          "          afterstate hint '2 4 8  2 0 0  0 0 0' --db duel.db --role attack\n"
          "          afterstate hint '2 4 8 16  2 4 8 0  0 0 0 0  0 0 0 0' --role defend --plies 5");
}

}  // namespace afterstate::app
