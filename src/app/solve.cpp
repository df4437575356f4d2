// afterstate solve: computes the exact values of a small board.
#include "base/json.h"
#include "solve/solver.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>

#include "app/command_line.h"
#include "app/progress.h"
#include "app/stopping.h"
#include "solve/cost.h"

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

void print_cost(Size size) {
  const auto cost = expected_cost(size);
  fmt::print(stderr, "needs about {:.0f} MB of memory and {:.0f} MB of disk\n", std::ceil(cost.memory / 1e6),
             std::ceil(cost.disk / 1e6));
}

int run_solve(SolveOptions& options) {
  auto& plan = options.plan;
  plan.size = parse_size(options.board);
  plan.objective = parse_objective(options.objective, plan.size);
  check_cost(plan.size, plan.path);
  const auto stop = stop_on_signals();
  const auto start = std::chrono::steady_clock::now();
  std::optional<Solution> solution;
  {
    std::optional<Progress> progress;
    std::string_view doing;
    solution = solve(
        plan,
        [&](const SolveProgress& now) {
          if (doing.empty()) print_cost(plan.size);
          if (now.doing != doing) {
            progress.emplace("layers", now.total, now.done);
            doing = now.doing;
          }
          if (progress->due()) progress->show(now.done, fmt::format("{}: {}", now.doing, now.boards));
        },
        stop);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (solution)
    print_result(*solution, options, seconds);
  else
    fmt::print(stderr, "stopped; finished layers are in {}; run the same command again to continue\n",
               layers_path(plan.path));
  return stopped_status();
}

}  // namespace

void add_solve(CommandLine& line) {
  const auto options = std::make_shared<SolveOptions>();
  line.add("solve", "compute the exact value of every board of a small game", [options] { return run_solve(*options); })
      .argument("SIZE", options->board, "board size, rows x columns, such as 3x3")
      .required("--out", "FILE", options->plan.path, "value database to write")
      .optional("--objective", "GOAL", options->objective,
                "what to maximise: score, or tile:512 for the probability of making that tile; default: score")
      .flag("--fine", options->plan.fine,
            "store values precisely enough to tell apart moves that differ by a millionth")
      .spawn_law(options->plan.law)
      .threads(options->plan.threads)
      .json(options->json)
      .note("Ctrl-C stops; run the same command again to continue.\nExample: afterstate solve 3x3 --out mini.db");
}

}  // namespace afterstate::app
