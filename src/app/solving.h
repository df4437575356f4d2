// Runs the solver for a command: checks the cost, shows progress, explains a stop.
#pragma once

#include <optional>

#include "app/command_line.h"
#include "app/progress.h"
#include "solve/solver.h"

namespace afterstate::app {

/// Shows the progress through layers of boards, once up and once down.
class LayerProgress {
 public:
  void show(const SolveProgress& now);

 private:
  std::optional<Progress> progress_;
  std::string_view doing_;
};

struct Solved {
  Solution solution;
  double seconds = 0;
};

/// Throws UserError if the solve does not fit on this machine. Nothing if a signal stopped it, after saying so.
std::optional<Solved> run_solver(const SolvePlan& plan);

/// Declares SIZE, --out, --fine and --threads.
void add_solve_options(Command& command, std::string& size, SolvePlan& plan);

}  // namespace afterstate::app
