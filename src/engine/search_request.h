// A request to search. The options of the command line, the fields of a JSON request and those of a query all become a
// SearchRequest, with one set of limits and one set of messages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/checks.h"
#include "search/search_plan.h"

namespace afterstate {

/// Fields that the caller did not give are empty.
struct SearchRequest {
  std::optional<std::uint64_t> depth;
  std::optional<std::uint64_t> time_ms;
  std::optional<std::uint64_t> table_mb;
  std::optional<std::uint64_t> downgrade;  ///< a tile
  std::string mode;
  std::string depth_limit;
  std::string min_chance;

  /// Whether a depth or a time limit is given.
  bool has_limit() const { return depth || time_ms; }
};

/// A search to this depth, or to the default depth.
inline SearchRequest depth_request(const std::optional<std::uint64_t>& depth) {
  SearchRequest request;
  request.depth = depth;
  return request;
}

/// The search depth of hints, reviews, the engine protocol and the API if none is given.
inline constexpr std::uint64_t usual_depth = 3;

/// The depth for an engine if `wanted` is the default: 1 for values that are exact or cannot be searched.
inline std::uint64_t default_depth_for(const EngineInfo& info, std::uint64_t wanted = usual_depth) {
  return info.searchable && !info.exact ? wanted : 1;
}

/// The allowed values and the default depth.
struct SearchLimits {
  std::uint64_t default_depth = 1;
  std::uint64_t max_depth = max_search_depth;
  std::uint64_t max_time_ms = 3'600'000;
};

inline constexpr std::uint64_t max_table_mb = 1'000'000;

/// "--depth '99': give a whole number from 1 to 60"; `text` is the given value.
std::string range_message(const std::string& name, std::string_view text, std::uint64_t min, std::uint64_t max);

/// Fills in defaults (mode and table size depend on the rest). Throws RequestError if a value is out of range or two
/// contradict each other.
SearchPlan plan_of(const SearchRequest& request, const SearchLimits& limits, Vocabulary vocabulary);

}  // namespace afterstate
