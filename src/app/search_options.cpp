#include "app/search_options.h"

#include <fmt/format.h>

namespace afterstate::app {

void add_search_options(Command& command, SearchRequest& request, std::uint64_t default_depth) {
  command
      .count("--depth", request.depth, 1, max_search_depth,
             fmt::format("search depth in player moves, 1 for greedy play; default: {}",
                         default_depth == 1 ? "1" : fmt::format("{}, for a value database 1", default_depth)))
      .count("--time-ms", request.time_ms, 1, SearchLimits{}.max_time_ms,
             "time limit per move in milliseconds: search as deep as it allows, at most to --depth")
      .count("--table-mb", request.table_mb, 0, max_table_mb,
             "size of the transposition table per thread in MB; default: 0, 2 or 64, depending on the depth")
      .optional("--mode", "MODE", request.mode,
                "exact: the transposition table changes no value; strong: it may return values of deeper searches; "
                "default: exact, or strong with --time-ms")
      .count(
          "--downgrade", request.downgrade, 0, 131'072,
          "while the largest tile is at least N, halve every tile above the largest missing one; 0: never; default: as "
          "the engine's file says")
      .optional("--depth-limit", "LIST", request.depth_limit,
                "maximum depth by number of empty cells: 6:3,10:2 for depth 3 from 6 empty cells on, 2 from 10 on")
      .optional("--min-chance", "P", request.min_chance,
                "do not search branches with a smaller probability; needs --mode strong");
}

SearchPlan search_plan(const SearchRequest& request, const Engine& engine, int sessions, std::uint64_t default_depth) {
  const auto plan =
      plan_of(request, {.default_depth = default_depth_for(engine.info(), default_depth)}, Vocabulary::command_line);
  check_search(engine, plan, Vocabulary::command_line);
  check_tables(plan, sessions, Vocabulary::command_line);
  return plan;
}

}  // namespace afterstate::app
