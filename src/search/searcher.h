// Chooses moves by looking ahead: to a depth, or as deep as a time allows, on one thread or several.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "base/thread_team.h"
#include "game/direction.h"
#include "search/downgrade.h"
#include "search/expectimax.h"

namespace afterstate {

struct SearchResult {
  std::array<std::optional<float>, 4> totals;  ///< by direction: reward and value, nothing where illegal
  int depth = 0;                               ///< reached
  SearchCounts counts;
};

template <AfterstateValue Value>
class Searcher {
 public:
  using Board = typename Value::Board;

  /// `value` is copied for each thread. Throws Failure where there is no memory for the table.
  Searcher(const Value& value, const SearchPlan& plan, SpawnLaw law)
      : plan_(plan), law_(law), team_(plan.depth >= least_shared_depth ? plan.threads : 1) {
    if (team_.size() > 1) plan_.table_bytes = std::max(plan.table_bytes, shared_table_bytes);
    if (plan_.table_bytes > 0) table_ = std::make_unique<TranspositionTable>(plan_.table_bytes, plan.mode);
    for (int thread = 0; thread < team_.size(); ++thread)
      workers_.push_back(std::make_unique<Expectimax<Value>>(value, table_.get(), law, plan.least_chance));
  }

  /// Forgets what earlier searches found, so that the next does not depend on them.
  void forget() {
    if (table_) table_->clear();
  }

  SearchResult search(const Board& shown) {
    const auto board = plan_.downgrade > 0 ? downgraded(shown, plan_.downgrade) : shown;
    for (auto& worker : workers_) worker->counts() = {};
    const int most = depth_for(board);
    SearchResult result;
    if (!plan_.milliseconds) {
      result = to_depth(board, most);
    } else {
      const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                               std::chrono::duration<double, std::milli>(*plan_.milliseconds));
      result = to_depth(board, 1);  // whatever the time, there is something to play
      for (int depth = 2; depth <= most && result.depth > 0; ++depth) {
        const auto deeper = to_depth_until(deadline, board, depth);
        if (!deeper) break;
        result = *deeper;
      }
    }
    result.counts = {};
    for (auto& worker : workers_) result.counts += worker->counts();
    return result;
  }

 private:
  using Clock = std::chrono::steady_clock;

  struct RootMove {
    Direction direction;
    float reward;
    Board afterstate;
  };

  int depth_for(const Board& board) const {
    int depth = plan_.depth;
    for (const auto& limit : plan_.depth_limits)
      if (empty_count(board) >= limit.empty_cells) depth = std::min(depth, limit.depth);
    return std::max(depth, 1);
  }

  void set_deadline(Clock::time_point deadline) {
    for (auto& worker : workers_) worker->stop_at(deadline);
  }

  /// Nothing where the time is up before it is done.
  std::optional<SearchResult> to_depth_until(Clock::time_point deadline, const Board& board, int depth) {
    set_deadline(deadline);
    std::optional<SearchResult> result;
    try {
      result = to_depth(board, depth);
    } catch (const OutOfTime&) {
      result.reset();
    }
    set_deadline(Clock::time_point::max());
    return result;
  }

  SearchResult to_depth(const Board& board, int depth) {
    SearchResult result;
    std::vector<RootMove> moves;
    for_each_slide(board, [&](Direction direction, const Slid<Board>& slid) {
      moves.push_back({direction, static_cast<float>(slid.reward), slid.afterstate});
    });
    if (moves.empty()) return result;
    if (team_.size() > 1 && depth >= least_shared_depth) search_children(moves, depth);
    for (const auto& move : moves)
      result.totals[static_cast<std::size_t>(move.direction)] =
          move.reward + workers_[0]->value(move.afterstate, depth - 1, 1);
    result.depth = depth;
    return result;
  }

  /// All threads fill the table with what comes two moves on; putting it together is then quick.
  void search_children(const std::vector<RootMove>& moves, int depth) {
    struct Task {
      Board afterstate;
      float chance;
    };
    std::vector<Task> tasks;
    Expansion<Board> expansion;
    for (const auto& move : moves) {
      expansion.expand(canonical(move.afterstate), law_);
      const auto children = expansion.children();
      for (std::size_t child = 0; child < children.size(); ++child)
        tasks.push_back({children[child], expansion.chance_of_child(child)});
    }
    team_.share_out(tasks.size(), 1, [&](std::size_t begin, std::size_t, int thread) {
      workers_[static_cast<std::size_t>(thread)]->value(tasks[begin].afterstate, depth - 2, tasks[begin].chance);
    });
  }

  /// Less is done before other threads have come.
  static constexpr int least_shared_depth = 3;

  /// Threads tell each other by the table what they found, so there must be one.
  static constexpr std::uint64_t shared_table_bytes = 1U << 24;

  SearchPlan plan_;
  SpawnLaw law_;
  std::unique_ptr<TranspositionTable> table_;
  ThreadTeam team_;
  std::vector<std::unique_ptr<Expectimax<Value>>> workers_;
};

}  // namespace afterstate
