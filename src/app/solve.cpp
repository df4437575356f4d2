// afterstate solve: computes the exact values of a small board.
#include <fmt/format.h>

#include <memory>

#include "app/command_line.h"
#include "app/solving.h"
#include "app/stopping.h"
#include "base/json.h"

namespace afterstate::app {

namespace {

struct SolveOptions {
  std::string board;
  std::string objective = "score";
  SolvePlan plan;
  bool json = false;
};

void print_result(const Solution& solution, const SolveOptions& options, double seconds) {
  if (options.json) {
    Json tiles = Json::object();
    for (const auto& [tile, chance] : solution.tiles) tiles[std::to_string(tile)] = chance;
    const Json json{{"board", name_of(solution.size)},
                    {"objective", name_of(solution.objective)},
                    {"states", solution.states},
                    {"afterstates", solution.afterstates},
                    {"terminal", solution.terminal},
                    {solution.objective.is_score() ? "expected_score" : "probability", solution.value},
                    {"tiles", tiles},
                    {"seconds", seconds}};
    fmt::print("{}\n", json_text(json));
    return;
  }
  fmt::print("{} solved in {:.1f} s: {} states ({} terminal) and {} afterstates, up to symmetry\n",
             name_of(solution.size), seconds, solution.states, solution.terminal, solution.afterstates);
  if (solution.objective.is_score())
    fmt::print("perfect play scores {:.6f} on average\n", solution.value);
  else
    fmt::print("perfect play makes the {} with probability {:.12f}\n", 1U << solution.objective.goal, solution.value);
  fmt::print("\nmade at least\n");
  for (const auto& [tile, chance] : solution.tiles) fmt::print("{:>8}  {:.12f}\n", tile, chance);
  fmt::print("\n{} contains the values; try: afterstate eval {}\n", options.plan.path, options.plan.path);
}

int run_solve(SolveOptions& options) {
  auto& plan = options.plan;
  plan.size = parse_size(options.board);
  plan.objective = parse_objective(options.objective, plan.size);
  const auto solved = run_solver(plan);
  if (solved) print_result(solved->solution, options, solved->seconds);
  return stopped_status();
}

}  // namespace

void add_solve(CommandLine& line) {
  const auto options = std::make_shared<SolveOptions>();
  auto command = line.add("solve", "compute the exact value of every board of a small game",
                          [options] { return run_solve(*options); });
  add_solve_options(command, options->board, options->plan);
  command
      .optional("--objective", "GOAL", options->objective,
                "what to maximise: score, or tile:512 for the probability of making that tile; default: score")
      .spawn_law(options->plan.law)
      .json(options->json)
      .note("Ctrl-C stops; run the same command again to continue.\nExample: afterstate solve 3x3 --out mini.db");
}

}  // namespace afterstate::app
