// afterstate duel solve: computes the exact values of the two-player game on a small board.
#include <fmt/format.h>

#include <memory>

#include "app/duel_options.h"
#include "app/solving.h"
#include "app/stopping.h"
#include "base/json.h"

namespace afterstate::app {

namespace {

struct DuelSolveOptions {
  std::string board;
  DuelRuleOptions rules;
  std::optional<double> random;
  SolvePlan plan;
  bool json = false;
};

void print_json(const Solution& solution, const std::string& path, double seconds) {
  const auto& duel = *solution.duel;
  const Json json{{"board", name_of(solution.size)},
                  {"rule", name_of(duel.rule)},
                  {"start", name_of(duel.start)},
                  {"random", duel.random},
                  {"value", without_rounding_error(solution.value)},
                  {"tile_forced", solution.tile_forced},
                  {"defender_states", solution.states},
                  {"attacker_states", solution.afterstates},
                  {"terminal", solution.terminal},
                  {"out", path},
                  {"seconds", seconds}};
  fmt::print("{}\n", json_text(json));
}

/// The options with which a command plays the solved game, each after a space; none for the default.
std::string options_of(const SolvedDuel& duel) {
  const SolvedDuel usual;
  std::string text;
  if (duel.rule != usual.rule) text += fmt::format(" --rule {}", name_of(duel.rule));
  if (duel.start != usual.start) text += fmt::format(" --start {}", name_of(duel.start));
  return text;
}

void print_text(const Solution& solution, const std::string& path, double seconds) {
  fmt::print(
      "{} solved in {:.1f} s ({}): {} boards of the defender ({} terminal) and {} of the attacker, up to symmetry\n",
      name_of(solution.size), seconds, description_of(*solution.duel), solution.states, solution.terminal,
      solution.afterstates);
  fmt::print("with perfect play of both sides the defender scores {}\n", score_text(solution.value));
  fmt::print("the defender can force a tile of {}, whatever the attacker does\n", solution.tile_forced);
  fmt::print("\n{0} contains the values; try: afterstate duel play perfect:{0} perfect:{0}{1}\n", path,
             options_of(*solution.duel));
}

int run_duel_solve(DuelSolveOptions& options) {
  const SolvedDuel duel{parse_duel_rule(options.rules.rule), parse_duel_start(options.rules.start),
                        options.random.value_or(0)};
  auto plan = duel_plan(parse_size(options.board), duel, options.plan.path, options.plan.threads);
  plan.fine = options.plan.fine;
  if (const auto solved = run_solver(plan)) {
    if (options.json)
      print_json(solved->solution, plan.path, solved->seconds);
    else
      print_text(solved->solution, plan.path, solved->seconds);
  }
  return stopped_status();
}

}  // namespace

void add_duel_solve(CommandLine& line) {
  const auto options = std::make_shared<DuelSolveOptions>();
  auto command = line.add("duel solve", "compute the exact value of every board of a small two-player game",
                          [options] { return run_duel_solve(*options); });
  add_solve_options(command, options->board, options->plan);
  add_rule_and_start(command, options->rules);
  command
      .probability(
          "--random", options->random,
          "probability that a placement is random (2 with 90 %, 4 with 10 %; under rule 2 always 2) instead of "
          "the attacker's; the defender knows it; default: 0")
      .json(options->json)
      .note(
          "Ctrl-C stops; run the same command again to continue.\n"
          "Examples: afterstate duel solve 3x3 --rule 2or4 --out duel.db\n"
          "          afterstate duel solve 2x4 --rule 2 --random 0.5 --out half.db\n"
          "          afterstate hint '2 0 0  0 0 0  0 0 0' --db duel.db --role attack");
}

}  // namespace afterstate::app
