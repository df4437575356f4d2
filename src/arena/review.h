// A recorded game, move by move: what each cost.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "arena/adviser.h"
#include "arena/record.h"

namespace afterstate {

struct ReviewedMove {
  std::vector<int> exponents;  ///< of the board to move on
  std::uint32_t score;         ///< before the move
  Direction played;
  Direction best;
  MoveValues values;
  double loss;  ///< of expected score, 0 for the best move
};

struct Review {
  std::vector<ReviewedMove> moves;

  /// Moves that were as good as the best.
  std::uint64_t optimal() const;
  double total_loss() const;

  /// From 0 to 1: the mean over the moves of exp(-100 loss / value of the best move), so that a move that gives away
  /// one hundredth of the score still to come counts 0.37, and one that gives nothing away 1.
  double accuracy() const;

  /// The numbers of the moves that lost most, the worst first, without those that lost nothing.
  std::vector<std::size_t> worst(std::size_t most) const;
};

/// Judges every move of a record that keeps the rules, looking ahead as `search` says; throws Failure where it does
/// not, UserError where the adviser cannot judge a board of it. `reviewed` is called with the number of moves so far;
/// where `stop` is asked for, the rest is left out.
Review review(const GameRecord& record, const Adviser& adviser, const SearchPlan& search,
              const std::function<void(std::uint64_t)>& reviewed = {}, const std::stop_token& stop = {});

}  // namespace afterstate
