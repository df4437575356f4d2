#include "app/search_options.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>

#include "base/error.h"
#include "base/machine.h"

namespace afterstate::app {

namespace {

constexpr std::uint64_t megabyte = 1'000'000;

/// Small enough for the second cache where little comes back; where searches are deep, what comes back counts.
std::uint64_t usual_table(const SearchPlan& plan) {
  if (plan.milliseconds || plan.depth > 3) return 64 * megabyte;
  return plan.depth == 3 ? 2 * megabyte : 0;
}

SearchMode parse_mode(const std::string& text, bool timed) {
  if (text == "exact" || (text.empty() && !timed)) return SearchMode::exact;
  if (text == "strong" || text.empty()) return SearchMode::strong;
  throw UserError{
      fmt::format("--mode '{}': give 'exact', or 'strong', which takes deeper values from the table", text)};
}

/// Reads a list such as 6:3,10:2.
std::vector<DepthLimit> parse_depth_limits(const std::string& text) {
  std::vector<DepthLimit> limits;
  const auto* rest = text.data();
  const auto* const end = text.data() + text.size();
  while (rest != end) {
    DepthLimit limit{};
    const auto cells = std::from_chars(rest, end, limit.empty_cells);
    const bool colon = cells.ec == std::errc{} && cells.ptr != end && *cells.ptr == ':';
    const auto depth = std::from_chars(colon ? cells.ptr + 1 : end, end, limit.depth);
    if (!colon || depth.ec != std::errc{} || limit.empty_cells < 0 || limit.depth < 1 ||
        (depth.ptr != end && (*depth.ptr != ',' || depth.ptr + 1 == end)))
      throw UserError{fmt::format("--depth-limit '{}': give pairs EMPTY:DEPTH, such as 6:3,10:2", text)};
    limits.push_back(limit);
    rest = depth.ptr == end ? end : depth.ptr + 1;
  }
  return limits;
}

float parse_least_chance(const std::string& text, SearchMode mode) {
  if (text.empty()) return 0;
  float chance = 0;
  const auto* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, chance);
  if (error != std::errc{} || stop != end || !(chance >= 0 && chance < 1))
    throw UserError{fmt::format("--min-chance '{}': give a probability below 1, such as 1e-4", text)};
  if (chance > 0 && mode == SearchMode::exact)
    throw UserError{"--min-chance leaves branches out, which is not exact: give --mode strong with it"};
  return chance;
}

}  // namespace

void add_search_options(Command& command, SearchOptions& options) {
  command
      .count("--depth", options.depth, 1, deepest_search,
             "player moves looked ahead; 1, the greedy choice, without this")
      .count("--time-ms", options.milliseconds, 1, 3'600'000,
             "milliseconds a move: as deep as that allows, or as --depth")
      .count("--table-mb", options.table_megabytes, 0, 1'000'000,
             "megabytes for values that were searched before, a thread; by depth without this")
      .optional(
          "--mode", "MODE", options.mode,
          "exact: the table changes no value; strong: deeper values are taken from it; exact, or with a time strong")
      .count("--downgrade", options.downgrade, 8, 131'072,
             "from this tile on, search with every tile above the largest missing one halved")
      .optional("--depth-limit", "LIST", options.depth_limits,
                "with so many empty cells no deeper than: 6:3,10:2 for depth 3 from 6 on, 2 from 10 on")
      .optional("--min-chance", "P", options.least_chance, "do not look beyond what is less likely than this");
}

SearchPlan search_plan(const SearchOptions& options, int tables) {
  SearchPlan plan;
  if (options.milliseconds) plan.milliseconds = static_cast<double>(*options.milliseconds);
  plan.depth = static_cast<int>(options.depth.value_or(options.milliseconds ? deepest_search : 1));
  plan.mode = parse_mode(options.mode, options.milliseconds.has_value());
  plan.depth_limits = parse_depth_limits(options.depth_limits);
  plan.least_chance = parse_least_chance(options.least_chance, plan.mode);
  if (options.downgrade) {
    if (!std::has_single_bit(*options.downgrade))
      throw UserError{fmt::format("--downgrade '{}': a tile is a power of 2, such as 32768", *options.downgrade)};
    plan.downgrade = std::countr_zero(*options.downgrade);
  }
  plan.table_bytes = options.table_megabytes ? *options.table_megabytes * megabyte : usual_table(plan);
  const auto all = plan.table_bytes * static_cast<std::uint64_t>(tables);
  if (all > available_memory())
    throw UserError{fmt::format("--table-mb {}: {} table{} take {} MB of memory, and {} MB are left; give less",
                                plan.table_bytes / megabyte, tables, tables == 1 ? "" : "s", all / megabyte,
                                available_memory() / megabyte)};
  return plan;
}

}  // namespace afterstate::app
