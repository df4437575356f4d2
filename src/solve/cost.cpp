#include "solve/cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "os/machine.h"

namespace afterstate {

namespace {

/// Bytes in human-readable units.
std::string amount(double bytes) {
  if (bytes < 1e9) return fmt::format("{:.0f} MB", std::max(1.0, bytes / 1e6));
  if (bytes < 1e12) return fmt::format("{:.3g} GB", bytes / 1e9);
  if (bytes < 1e15) return fmt::format("{:.3g} TB", bytes / 1e12);
  return fmt::format("{:.1e} TB", bytes / 1e12);
}

}  // namespace

SolveCost expected_cost(Size size) {
  const double cells = size.cells();
  // The k-th largest tile was made on the cells that the k - 1 larger ones left, so it is at most 2^(cells + 2 - k).
  // Such boards are counted like parking functions: 3 (cells + 3)^(cells - 1).
  const double possible = 3 * std::pow(cells + 3, cells - 1) / (size.rows == size.cols ? 8 : 4);
  // The proportion of them that is reachable, fitted to the boards that were counted: 1x4, 2x2, 2x3, 2x4, 3x3 and 3x4.
  const double states = possible * std::min(1.0, 6.2 * std::pow(cells, -1.4));
  const double layers = std::exp2(cells + 1);
  constexpr double afterstates_per_state = 0.69;
  constexpr double bytes_of_an_afterstate = 8 + 2.7 + 5.2;  // value and board during the solve; both in the database
  constexpr double bytes_of_a_state_at_work = 200;
  constexpr double largest_layer = 2;  // relative to the mean layer
  return {states, 2e7 + largest_layer * states / layers * bytes_of_a_state_at_work,
          1e5 + states * afterstates_per_state * bytes_of_an_afterstate};
}

void check_cost(Size size, const std::string& out) {
  const auto cost = expected_cost(size);
  const auto memory = static_cast<double>(available_memory());
  std::error_code none;
  const auto begun =
      std::filesystem::file_size(layers_path(out), none);  // of an interrupted solve: already on the disk
  const auto disk = static_cast<double>(available_disk(std::filesystem::absolute(out).parent_path())) +
                    (none ? 0 : static_cast<double>(begun));
  if (cost.memory > memory || cost.disk > disk)
    throw UserError{
        fmt::format("solving {} needs about {} of memory and {} of disk for {:.2g} boards, but {} and {} are "
                    "available; choose a smaller board{}",
                    name_of(size), amount(cost.memory), amount(cost.disk), cost.states, amount(memory), amount(disk),
                    size.cells() <= 9 ? ", or a disk with more free space" : ", 3x3 at most")};
}

}  // namespace afterstate
