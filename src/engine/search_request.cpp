#include "engine/search_request.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>

#include "model/model_card.h"

namespace afterstate {

namespace {

constexpr std::uint64_t megabyte = 1'000'000;

/// Small enough for the second-level cache if few positions recur; in deep searches hits count for more.
std::uint64_t default_table_bytes(const SearchPlan& plan) {
  if (plan.milliseconds || plan.depth > 3) return 64 * megabyte;
  return plan.depth == 3 ? 2 * megabyte : 0;
}

/// Parses the fields of one request; every message begins with the name of the field.
class Parser {
 public:
  explicit Parser(Vocabulary vocabulary) : vocabulary_(vocabulary) {}

  void check_range(const char* field, const std::optional<std::uint64_t>& value, std::uint64_t min,
                   std::uint64_t max) const {
    if (value && (*value < min || *value > max))
      throw RequestError{field, range_message(name_in(vocabulary_, field), std::to_string(*value), min, max)};
  }

  SearchMode mode(const std::string& text, bool timed) const {
    if (text == "exact" || (text.empty() && !timed)) return SearchMode::exact;
    if (text == "strong" || text.empty()) return SearchMode::strong;
    fail("mode", text, "give exact or strong");
  }

  /// A list such as 6:3,10:2.
  std::vector<DepthLimit> depth_limits(const std::string& text) const {
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
        fail("depth_limit", text, "give a list of EMPTY:DEPTH, such as 6:3,10:2");
      limits.push_back(limit);
      rest = depth.ptr == end ? end : depth.ptr + 1;
    }
    return limits;
  }

  float min_chance(const std::string& text, SearchMode mode) const {
    if (text.empty()) return 0;
    float chance = 0;
    const auto* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, chance);
    if (error != std::errc{} || stop != end || !(chance >= 0 && chance < 1))
      fail("min_chance", text, "give a probability below 1, such as 1e-4");
    if (chance > 0 && mode == SearchMode::exact)
      fail("min_chance", text, fmt::format("pruning is not exact; add {} strong", name_in(vocabulary_, "mode")));
    return chance;
  }

  int downgrade(std::uint64_t tile) const {
    if (tile == 0) return 0;
    if (!is_downgrade(tile))
      fail("downgrade", std::to_string(tile), "give a tile from 8 to 131072, a power of 2, or 0 for never");
    return std::countr_zero(tile);
  }

 private:
  [[noreturn]] void fail(const char* field, const std::string& text, const std::string& remedy) const {
    throw RequestError{field, fmt::format("{} '{}': {}", name_in(vocabulary_, field), text, remedy)};
  }

  Vocabulary vocabulary_;
};

}  // namespace

std::string range_message(const std::string& name, std::string_view text, std::uint64_t min, std::uint64_t max) {
  return fmt::format("{} '{}': give a whole number from {} to {}{}", name, text, min, max,
                     max >= 1'000'000 ? ", such as 1000 or 1e6" : "");
}

SearchPlan plan_of(const SearchRequest& request, const SearchLimits& limits, Vocabulary vocabulary) {
  const Parser parser{vocabulary};
  parser.check_range("depth", request.depth, 1, limits.max_depth);
  parser.check_range("time_ms", request.time_ms, 1, limits.max_time_ms);
  parser.check_range("table_mb", request.table_mb, 0, max_table_mb);
  SearchPlan plan;
  if (request.time_ms) plan.milliseconds = static_cast<double>(*request.time_ms);
  plan.depth = static_cast<int>(request.depth.value_or(request.time_ms ? limits.max_depth : limits.default_depth));
  plan.mode = parser.mode(request.mode, request.time_ms.has_value());
  plan.depth_limits = parser.depth_limits(request.depth_limit);
  plan.min_chance = parser.min_chance(request.min_chance, plan.mode);
  if (request.downgrade) plan.downgrade = parser.downgrade(*request.downgrade);
  plan.table_bytes = request.table_mb ? *request.table_mb * megabyte : default_table_bytes(plan);
  return plan;
}

}  // namespace afterstate
