// Review of a recorded game: the loss of each move, and which of them were mistakes (docs/judging.md).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "arena/record.h"
#include "engine/engine.h"

namespace afterstate {

enum class Mark { none, inaccuracy, mistake, blunder };

/// "none", "inaccuracy", "mistake" or "blunder".
std::string_view name_of(Mark mark);

/// From this share of the expected final score on, a loss has the mark. Smaller losses are within the errors of a good
/// network at the usual depth; docs/judging.md says how this was measured.
struct MarkThreshold {
  Mark mark;
  double share;
};

inline constexpr std::array<MarkThreshold, 3> mark_thresholds{
    {{Mark::inaccuracy, 0.05}, {Mark::mistake, 0.1}, {Mark::blunder, 0.2}}};

Mark mark_of(double share);

struct ReviewedMove {
  PackedBoard board;    ///< before the move
  std::uint32_t score;  ///< before the move
  Direction played;
  Direction best;
  MoveValues values;
  double loss;      ///< of expected score; 0 for the best move
  double expected;  ///< the final score expected with the best move; of a database for a tile, its probability
  double share;     ///< of the expected final score (or the probability) that was lost; decides the mark

  Mark mark() const { return mark_of(share); }
};

struct Review {
  std::vector<ReviewedMove> moves;
  std::string note{};  ///< as in an Analysis, of any board of the game

  /// The number of moves that were as good as the best.
  std::uint64_t optimal() const;

  std::uint64_t count(Mark mark) const;

  /// From 0 to 1: the mean over the moves of exp(-100 loss / value of the best move), so that a move that loses 1 %
  /// of the expected further score counts 0.37, and one that loses nothing 1.
  double accuracy() const;

  /// The numbers of at most `most` moves that lost most, worst first, without those that lost nothing.
  std::vector<std::size_t> worst(std::size_t most) const;

  /// The numbers of at most `most` moves with a mark, the largest share first.
  std::vector<std::size_t> turning_points(std::size_t most) const;
};

/// Analyses every move of a record on `threads` threads: several moves in parallel or, with a time limit, one move at a
/// time on all threads. A move that would get a mark is searched again, one move deeper, and the smaller share counts,
/// unless values are exact or there is a time limit. Throws Failure if the record breaks a rule, UserError if the
/// engine cannot analyse one of its boards or has no values. `reviewed` is called with the number of moves so far, from
/// any thread but never concurrently. If `stop` is requested, the remaining moves are left out.
Review review(const GameRecord& record, const Engine& engine, const SearchPlan& search, int threads,
              const std::function<void(std::uint64_t)>& reviewed = {}, const std::stop_token& stop = {});

}  // namespace afterstate
