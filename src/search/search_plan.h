// How to search, and what a search did.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace afterstate {

/// Which values may be taken from the transposition table. Exact: only those searched to the same depth (Terauchi's
/// rule), so that the table changes no result. Strong: deeper ones too.
enum class SearchMode : std::uint8_t { exact, strong };

/// With at least that many empty cells, search at most to that depth.
struct DepthLimit {
  int empty_cells;
  int depth;
};

inline constexpr int max_search_depth = 60;

/// Of minimax, in own moves: 63 plies.
inline constexpr int max_minimax_depth = 32;

struct SearchPlan {
  int depth = 1;                         ///< player moves looked ahead; 1 is greedy. With a time limit, the maximum
  std::optional<double> milliseconds{};  ///< per move
  SearchMode mode = SearchMode::exact;
  std::uint64_t table_bytes = 0;  ///< of the transposition table; 0 for none
  std::vector<DepthLimit> depth_limits{};
  float min_chance = 0;    ///< branches less likely than this are valued without search
  int threads = 1;         ///< per move
  bool adversary = false;  ///< tiles are placed by an adversary, not by chance: minimax instead of expectimax
  std::optional<int>
      downgrade{};  ///< exponent of the tile from which on boards are downgraded, 0: never; default: the engine's
  std::stop_token stop{};  ///< if requested, the search throws SearchStopped

  bool greedy() const { return depth == 1 && !milliseconds; }
};

/// Thrown by a search that was requested to stop.
struct SearchStopped {};

/// What a search did.
struct SearchCounts {
  std::uint64_t nodes = 0;   ///< afterstates that were valued, by search or by the value function
  std::uint64_t probes = 0;  ///< of the transposition table
  std::uint64_t hits = 0;

  SearchCounts& operator+=(const SearchCounts& other) {
    nodes += other.nodes;
    probes += other.probes;
    hits += other.hits;
    return *this;
  }
};

}  // namespace afterstate
