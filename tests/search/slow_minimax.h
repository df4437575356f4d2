// Reference implementation of minimax: plain recursion, no pruning, no merging of positions, no table.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "game/slide.h"
#include "game/spawn.h"

namespace afterstate::slow {

/// Values of the two-player game; `value(board)` evaluates the leaves: afterstates, or boards after a placement.
template <class Board, class Value>
class Minimax {
 public:
  Minimax(SpawnLaw law, bool of_placements, Value value) : law_(law), of_placements_(of_placements), value_(value) {}

  std::uint64_t nodes() const { return nodes_; }

  float afterstate(const Board& board, int rounds) {
    ++nodes_;
    if (rounds == 0 && !of_placements_) return value_(board);
    std::optional<float> worst;
    for_each_spawn(board, law_, [&](Spawn spawn, double) {
      const float after = placed(with_spawn(board, spawn), rounds - 1);
      worst = std::min(worst.value_or(after), after);
    });
    return *worst;
  }

  /// A board on which the defender slides next, with `rounds` rounds after the slide.
  float placed(const Board& board, int rounds) {
    if (legal_moves(board).empty()) return 0;
    if (of_placements_ && rounds == 0) return value_(board);
    std::optional<float> best;
    for (const auto direction : all_directions)
      if (const auto slid = slide(board, direction)) {
        const float total = static_cast<float>(slid->reward) + afterstate(slid->afterstate, rounds);
        best = std::max(best.value_or(total), total);
      }
    return *best;
  }

 private:
  SpawnLaw law_;
  bool of_placements_;
  Value value_;
  std::uint64_t nodes_ = 0;
};

}  // namespace afterstate::slow
