// The boards with which games reached each stage, for episodes that start there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "game/packed_board.h"

namespace afterstate {

/// Given afterstates to start at, by the stage of the network they are in.
using StartBoards = std::vector<std::vector<PackedBoard>>;

/// For each stage, the latest afterstates that were the first of it in their episode. Boards can be of any size.
class FirstBoards {
 public:
  /// The number kept per stage (Jaskowski 2018, section V E).
  static constexpr std::size_t max_per_stage = 1000;

  /// If the stage is full, the oldest board is dropped.
  void add(int stage, PackedBoard board) {
    if (stage >= stages()) stages_.resize(static_cast<std::size_t>(stage) + 1);
    auto& boards = stages_[static_cast<std::size_t>(stage)];
    if (boards.size() == max_per_stage) boards.pop_front();
    boards.push_back(board);
  }

  /// Oldest first.
  const std::deque<PackedBoard>& of(int stage) const {
    static const std::deque<PackedBoard> none;
    return stage < stages() ? stages_[static_cast<std::size_t>(stage)] : none;
  }

  int stages() const { return static_cast<int>(stages_.size()); }

  friend bool operator==(const FirstBoards&, const FirstBoards&) = default;

 private:
  std::vector<std::deque<PackedBoard>> stages_;
};

}  // namespace afterstate
