// How to look ahead, and what looking ahead took.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace afterstate {

/// What may be taken from the table. Exact: only what was searched to the same depth (Terauchi's rule), so that the
/// table changes no result. Strong: deeper values too.
enum class SearchMode : std::uint8_t { exact, strong };

/// With so many empty cells or more, no deeper than that.
struct DepthLimit {
  int empty_cells;
  int depth;
};

inline constexpr int deepest_search = 60;

struct SearchPlan {
  int depth = 1;                         ///< player moves looked at; 1 is greedy. Where there is a time, the most
  std::optional<double> milliseconds{};  ///< for a move
  SearchMode mode = SearchMode::exact;
  std::uint64_t table_bytes = 0;  ///< 0 for no table
  std::vector<DepthLimit> depth_limits{};
  float least_chance = 0;  ///< less likely branches are valued without looking ahead
  int threads = 1;         ///< for one move
  int downgrade = 0;       ///< exponent of the tile from which on boards are downgraded before the search; 0 for never

  bool greedy() const { return depth == 1 && !milliseconds && downgrade == 0; }
};

/// What a search did.
struct SearchCounts {
  std::uint64_t nodes = 0;   ///< afterstates that were valued, by looking ahead or by the value function
  std::uint64_t probes = 0;  ///< of the table
  std::uint64_t hits = 0;

  SearchCounts& operator+=(const SearchCounts& other) {
    nodes += other.nodes;
    probes += other.probes;
    hits += other.hits;
    return *this;
  }
};

}  // namespace afterstate
