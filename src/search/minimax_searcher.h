// Chooses slides and placements of the two-player game by alpha-beta: to a number of rounds, or as deep as a time
// allows, on one thread or several.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "game/move_values.h"
#include "game/placement_values.h"
#include "os/thread_team.h"
#include "search/alpha_beta.h"
#include "search/search_plan.h"

namespace afterstate {

/// What to find out about the moves at the root: the value of each, or only which is best. The values of the others are
/// then bounds: at most that good for the side that moves.
enum class Wanted : std::uint8_t { every_value, best_move };

template <class Values>
struct MinimaxResult {
  Values values;
  int depth = 0;  ///< own moves looked at; 0 if there is none to make
  SearchCounts counts;
};

/// Keeps table and threads from one search to the next.
template <AfterstateValue Value>
class MinimaxSearcher {
 public:
  using Board = typename Value::Board;

  /// The attacker may place what `law` may spawn; `value`, the function of a player of that role, is copied for each
  /// thread.
  MinimaxSearcher(Value value, SpawnLaw law, Role role) : value_(std::move(value)), law_(law), role_(role) {}

  /// Forgets what earlier searches found.
  void forget() { table_.clear(); }

  /// The slides of the defender. Depth d is 2 d - 1 plies: d slides with d - 1 placements between them. The values must
  /// be a defender's.
  MinimaxResult<MoveValues> defend(const Board& board, const SearchPlan& plan, Wanted wanted) {
    assert(role_ == Role::defend);
    std::vector<RootMove> moves;
    for_each_slide(board, [&](Direction direction, const Slid<Board>& slid) {
      moves.push_back({static_cast<int>(direction), static_cast<float>(slid.reward), slid.afterstate});
    });
    return search<MoveValues>(Side::defender, std::move(moves), plan, wanted);
  }

  /// The placements of the attacker on an afterstate. Depth d is 2 d - 1 plies: d placements with d - 1 slides between
  /// them; a value function of afterstates sees the best slide that follows.
  MinimaxResult<PlacementValues> attack(const Board& afterstate, const SearchPlan& plan, Wanted wanted) {
    std::vector<RootMove> moves;
    for_each_spawn(afterstate, law_, [&](Spawn spawn, double) {
      moves.push_back({PlacementValues::number_of(spawn), 0, with_spawn(afterstate, spawn)});
    });
    return search<PlacementValues>(Side::attacker, std::move(moves), plan, wanted);
  }

 private:
  using Clock = std::chrono::steady_clock;
  using Worker = AlphaBeta<Value>;
  enum class Side : std::uint8_t { defender, attacker };

  struct RootMove {
    int number;  ///< its place in the values
    float reward;
    Board board;      ///< the afterstate of a slide, or the board after a placement
    float value = 0;  ///< reward included, found by the last search
  };

  void prepare(const SearchPlan& plan) {
    if (!team_ || wanted_threads_ != plan.threads) {
      team_ = std::make_unique<ThreadTeam>(plan.threads);
      wanted_threads_ = plan.threads;
      workers_.clear();
      for (int thread = 0; thread < team_->size(); ++thread)
        workers_.push_back(std::make_unique<Worker>(value_, law_, role_));
    }
    table_.prepare(std::max(plan.table_bytes, min_table_bytes), SearchMode::exact);
    for (auto& worker : workers_) worker->prepare(&table_, plan.stop);
  }

  template <class Values>
  MinimaxResult<Values> search(Side side, std::vector<RootMove> moves, const SearchPlan& plan, Wanted wanted) {
    MinimaxResult<Values> result;
    if (moves.empty()) return result;
    prepare(plan);
    auto deadline = Clock::time_point::max();
    if (plan.milliseconds)
      deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                    std::chrono::duration<double, std::milli>(*plan.milliseconds));
    const int max_depth = std::min(plan.depth, Worker::max_rounds);
    for (int depth = 1; depth <= max_depth; ++depth) {
      const auto until =
          depth == 1 ? Clock::time_point::max() : deadline;  // whatever the time, there is a move to make
      // With a time limit, any search may be the last.
      const bool last = depth == max_depth || plan.milliseconds;
      if (!search_moves(side, moves, depth - 1, last ? wanted : Wanted::best_move, until)) break;
      result.values = {};
      for (const auto& move : moves) result.values.totals[static_cast<std::size_t>(move.number)] = move.value;
      result.depth = depth;
      // With the best first, the next search is short.
      std::ranges::sort(moves, [&](const RootMove& a, const RootMove& b) { return is_better(side, a, b); });
    }
    for (const auto& worker : workers_) result.counts += worker->counts();
    return result;
  }

  /// False if the time is up. The other threads do the same work, each beginning with another move; what they find is
  /// in the table when the first needs it.
  bool search_moves(Side side, std::vector<RootMove>& moves, int rounds, Wanted wanted, Clock::time_point deadline) {
    if (team_->size() == 1 || rounds < min_shared_rounds)
      return search_on(0, side, moves, rounds, wanted, deadline, {});
    std::atomic<bool> done{false};
    bool finished = false;
    team_->run([&](int thread) {
      if (thread == 0) {
        finished = search_on(0, side, moves, rounds, wanted, deadline, nullptr);
        done = true;
      } else {
        auto own = moves;  // a copy of what the first thread sorts only after the run
        std::ranges::rotate(own, own.begin() + thread % static_cast<std::ptrdiff_t>(own.size()));
        search_on(thread, side, own, rounds, wanted, deadline, &done);
      }
    });
    return finished;
  }

  bool search_on(int thread, Side side, std::vector<RootMove>& moves, int rounds, Wanted wanted,
                 Clock::time_point deadline, const std::atomic<bool>* stop) {
    auto& worker = *workers_[static_cast<std::size_t>(thread)];
    worker.stop_at(deadline, stop);
    try {
      const RootMove* best = nullptr;
      for (auto& move : moves) {
        const auto value_within = [&](float alpha, float beta) {
          if (side == Side::attacker) return worker.value_of_board(move.board, rounds, alpha, beta);
          return move.reward + worker.value_of_afterstate(move.board, rounds, Worker::low_without(move.reward, alpha),
                                                          Worker::high_without(move.reward, beta));
        };
        move.value = best == nullptr || wanted == Wanted::every_value
                         ? value_within(-Worker::infinity, Worker::infinity)
                         : value_if_better(side, move.number < best->number, best->value, value_within);
        if (best == nullptr || is_better(side, move, *best)) best = &move;
      }
    } catch (const OutOfTime&) {
      return false;
    }
    return true;
  }

  /// The value of a move that is better than the best so far, else a bound: it is first shown which of the two it is.
  /// Of equal moves the one with the smallest number is best, so that it must be told apart from worse ones.
  template <class ValueWithin>
  static float value_if_better(Side side, bool wins_ties, float best, ValueWithin&& value_within) {
    const float better = side == Side::defender ? Worker::infinity : -Worker::infinity;
    const float limit = wins_ties ? std::nextafter(best, -better) : best;
    const float next = std::nextafter(limit, better);
    if (side == Side::defender) {
      const float value = value_within(limit, next);
      return value <= limit ? value : value_within(limit, better);
    }
    const float value = value_within(next, limit);
    return value >= limit ? value : value_within(better, limit);
  }

  static bool is_better(Side side, const RootMove& a, const RootMove& b) {
    if (a.value == b.value) return a.number < b.number;
    return side == Side::defender ? a.value > b.value : a.value < b.value;
  }

  /// A search of fewer rounds is done before other threads have started.
  static constexpr int min_shared_rounds = 2;
  static constexpr std::uint64_t min_table_bytes = 1U << 22U;

  Value value_;
  SpawnLaw law_;
  Role role_;
  TranspositionTable table_;
  std::unique_ptr<ThreadTeam> team_;
  int wanted_threads_ = 0;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace afterstate
