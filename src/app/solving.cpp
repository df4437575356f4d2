#include "app/solving.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <utility>

#include "app/stopping.h"
#include "solve/cost.h"

namespace afterstate::app {

namespace {

void print_cost(Size size) {
  const auto cost = expected_cost(size);
  fmt::print(stderr, "needs about {:.0f} MB of memory and {:.0f} MB of disk\n", std::ceil(cost.memory / 1e6),
             std::ceil(cost.disk / 1e6));
}

}  // namespace

void LayerProgress::show(const SolveProgress& now) {
  if (now.doing != doing_) {
    progress_.emplace("layers", now.total, now.done);
    doing_ = now.doing;
  }
  if (progress_->due()) progress_->show(now.done, fmt::format("{}: {}", now.doing, now.boards));
}

std::optional<Solved> run_solver(const SolvePlan& plan) {
  check_cost(plan.size, plan.path);
  const auto stop = stop_on_signals();
  const auto start = std::chrono::steady_clock::now();
  std::optional<Solution> solution;
  {
    LayerProgress progress;
    bool begun = false;
    solution = solve(
        plan,
        [&](const SolveProgress& now) {
          if (!std::exchange(begun, true)) print_cost(plan.size);
          progress.show(now);
        },
        stop);
  }
  if (!solution) {
    fmt::print(stderr, "stopped; finished layers are in {}; run the same command again to continue\n",
               layers_path(plan.path));
    return std::nullopt;
  }
  return Solved{std::move(*solution), std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
}

void add_solve_options(Command& command, std::string& size, SolvePlan& plan) {
  command.argument("SIZE", size, "board size, rows x columns, such as 3x3")
      .required("--out", "FILE", plan.path, "value database to write")
      .flag("--fine", plan.fine, "store values precisely enough to tell apart moves that differ by a millionth")
      .threads(plan.threads);
}

}  // namespace afterstate::app
