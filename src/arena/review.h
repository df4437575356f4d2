// Review of a recorded game: the loss of each move.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "arena/record.h"
#include "engine/engine.h"

namespace afterstate {

struct ReviewedMove {
  PackedBoard board;    ///< before the move
  std::uint32_t score;  ///< before the move
  Direction played;
  Direction best;
  MoveValues values;
  double loss;  ///< of expected score; 0 for the best move
};

struct Review {
  std::vector<ReviewedMove> moves;

  /// The number of moves that were as good as the best.
  std::uint64_t optimal() const;
  double total_loss() const;

  /// From 0 to 1: the mean over the moves of exp(-100 loss / value of the best move), so that a move that loses 1 %
  /// of the expected further score counts 0.37, and one that loses nothing 1.
  double accuracy() const;

  /// The numbers of at most `most` moves that lost most, worst first, without those that lost nothing.
  std::vector<std::size_t> worst(std::size_t most) const;
};

/// Analyses every move of a record on `threads` threads: several moves in parallel or, with a time limit, one move at a
/// time on all threads. Throws Failure if the record breaks a rule, UserError if the engine cannot analyse one of its
/// boards. `reviewed` is called with the number of moves so far, from any thread but never concurrently. If `stop` is
/// requested, the remaining moves are left out.
Review review(const GameRecord& record, const Engine& engine, const SearchPlan& search, int threads,
              const std::function<void(std::uint64_t)>& reviewed = {}, const std::stop_token& stop = {});

}  // namespace afterstate
