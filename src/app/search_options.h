// The options of commands that look ahead.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/command_line.h"
#include "search/search_plan.h"

namespace afterstate::app {

struct SearchOptions {
  std::optional<std::uint64_t> depth;
  std::optional<std::uint64_t> milliseconds;
  std::optional<std::uint64_t> table_megabytes;
  std::optional<std::uint64_t> downgrade;
  std::string mode;
  std::string depth_limits;
  std::string least_chance;
};

/// Declares --depth, --time-ms, --table-mb, --mode, --downgrade, --depth-limit and --min-chance.
void add_search_options(Command& command, SearchOptions& options);

/// Throws UserError where options contradict each other or the memory for `tables` tables is not there.
SearchPlan search_plan(const SearchOptions& options, int tables);

}  // namespace afterstate::app
