// Chooses moves by looking ahead: to a depth, or as deep as a time allows, on one thread or several.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "game/move_values.h"
#include "os/thread_team.h"
#include "search/expectimax.h"

namespace afterstate {

struct SearchResult {
  MoveValues values;  ///< reward and value of the afterstate
  int depth = 0;      ///< reached; 0 if the game is over
  SearchCounts counts;
};

/// Keeps table and threads from one search to the next, so that a search allocates nothing after the first of its kind.
template <AfterstateValue Value>
class Searcher {
 public:
  using Board = typename Value::Board;

  /// `value` is copied for each thread.
  Searcher(Value value, SpawnLaw law) : value_(std::move(value)), law_(law) {}

  /// Forgets what earlier searches found, so that the next does not depend on them.
  void forget() { table_.clear(); }

  /// Throws Failure if there is no memory for the table, SearchStopped if the plan is requested to stop.
  SearchResult search(const Board& board, const SearchPlan& plan) {
    prepare(plan);
    const int max_depth = depth_for(board, plan);
    SearchResult result;
    if (!plan.milliseconds) {
      result = to_depth(board, max_depth);
    } else {
      const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                               std::chrono::duration<double, std::milli>(*plan.milliseconds));
      result = to_depth(board, 1);  // whatever the time, there is something to play
      for (int depth = 2; depth <= max_depth && result.depth > 0; ++depth) {
        const auto deeper = to_depth_until(deadline, board, depth);
        if (!deeper) break;
        result = *deeper;
      }
    }
    for (const auto& worker : workers_) result.counts += worker->counts();
    return result;
  }

 private:
  using Clock = std::chrono::steady_clock;

  struct RootMove {
    Direction direction;
    float reward;
    Board afterstate;
  };

  /// Threads and the table as the plan wants them.
  void prepare(const SearchPlan& plan) {
    const int threads = plan.depth >= min_shared_depth ? plan.threads : 1;
    if (!team_ || wanted_threads_ != threads) {
      team_ = std::make_unique<ThreadTeam>(threads);
      wanted_threads_ = threads;
      workers_.clear();
      for (int thread = 0; thread < team_->size(); ++thread)
        workers_.push_back(std::make_unique<Expectimax<Value>>(value_, law_));
    }
    const auto bytes = team_->size() > 1 ? std::max(plan.table_bytes, shared_table_bytes) : plan.table_bytes;
    if (bytes > 0) table_.prepare(bytes, plan.mode);
    for (auto& worker : workers_) worker->prepare(bytes > 0 ? &table_ : nullptr, plan.min_chance, plan.stop);
  }

  static int depth_for(const Board& board, const SearchPlan& plan) {
    int depth = plan.depth;
    for (const auto& limit : plan.depth_limits)
      if (empty_count(board) >= limit.empty_cells) depth = std::min(depth, limit.depth);
    return std::max(depth, 1);
  }

  void set_deadline(Clock::time_point deadline) {
    for (auto& worker : workers_) worker->stop_at(deadline);
  }

  /// Nothing if the time is up before it is done.
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
    std::array<RootMove, 4> found{};
    std::size_t count = 0;
    for_each_slide(board, [&](Direction direction, const Slid<Board>& slid) {
      found[count++] = {direction, static_cast<float>(slid.reward), slid.afterstate};
    });
    const std::span<const RootMove> moves{found.data(), count};
    if (moves.empty()) return result;
    if (team_->size() > 1 && depth >= min_shared_depth) search_children(moves, depth);
    for (const auto& move : moves)
      result.values[move.direction] =
          static_cast<double>(move.reward + workers_[0]->value(move.afterstate, depth - 1, 1));
    result.depth = depth;
    return result;
  }

  /// All threads fill the table with what comes two moves on; putting it together is then quick.
  void search_children(std::span<const RootMove> moves, int depth) {
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
    team_->share_out(tasks.size(), 1, [&](std::size_t begin, std::size_t, int thread) {
      workers_[static_cast<std::size_t>(thread)]->value(tasks[begin].afterstate, depth - 2, tasks[begin].chance);
    });
  }

  /// A shallower search is done before other threads have started.
  static constexpr int min_shared_depth = 3;

  /// Threads share what they find through the table, so there must be one.
  static constexpr std::uint64_t shared_table_bytes = 1U << 24;

  Value value_;
  SpawnLaw law_;
  TranspositionTable table_;
  std::unique_ptr<ThreadTeam> team_;
  int wanted_threads_ = 0;
  std::vector<std::unique_ptr<Expectimax<Value>>> workers_;
};

}  // namespace afterstate
