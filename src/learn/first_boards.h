// The boards with which games have come to each stage, for episodes that start there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace afterstate {

/// For each stage the last afterstates that were the first of it in their episode. They are kept as packed words, for
/// boards of any size.
class FirstBoards {
 public:
  /// So many of a stage are kept (Jaskowski 2018, section V E).
  static constexpr std::size_t most_a_stage = 1000;

  struct Words {
    std::uint64_t nibbles = 0;
    std::uint32_t beyond = 0;

    friend bool operator==(const Words&, const Words&) = default;
  };

  /// Where there are many, the oldest one goes.
  void add(int stage, Words board) {
    if (stage >= stages()) stages_.resize(static_cast<std::size_t>(stage) + 1);
    auto& boards = stages_[static_cast<std::size_t>(stage)];
    if (boards.size() == most_a_stage) boards.pop_front();
    boards.push_back(board);
  }

  /// From the oldest on.
  const std::deque<Words>& of(int stage) const {
    static const std::deque<Words> none;
    return stage < stages() ? stages_[static_cast<std::size_t>(stage)] : none;
  }

  int stages() const { return static_cast<int>(stages_.size()); }

  friend bool operator==(const FirstBoards&, const FirstBoards&) = default;

 private:
  std::vector<std::deque<Words>> stages_;
};

}  // namespace afterstate
