// An adversary: the spawn that is worst for the player, one move looked ahead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "game/duel.h"
#include "game/placement_values.h"
#include "search/expansion.h"
#include "search/expectimax.h"

namespace afterstate {

/// Puts the tile that a value function likes least; of equal ones the first in the order of for_each_spawn(). With a
/// defender's values a spawn is worth its best slide, with an attacker's the board after it, and 0 if no slide is
/// legal. `law` says which tiles it may put: 2 and 4 for any probability but 0 and 1.
template <AfterstateValue Value>
class WorstSpawner {
 public:
  using Board = typename Value::Board;

  WorstSpawner(Value value, SpawnLaw law, Role role = Role::defend)
      : value_(std::move(value)), law_(law), role_(role) {}

  Spawn operator()(const Board& afterstate, std::uint32_t /*turn*/) {
    Spawn chosen{};
    float worst = std::numeric_limits<float>::infinity();
    for_each_value(afterstate, [&](Spawn spawn, float value) {
      if (!(value < worst)) return;
      worst = value;
      chosen = spawn;
    });
    return chosen;
  }

  /// Of every spawn.
  PlacementValues values(const Board& afterstate) {
    PlacementValues values;
    for_each_value(afterstate, [&](Spawn spawn, float value) { values[spawn] = static_cast<double>(value); });
    return values;
  }

  /// The boards that were valued so far.
  std::uint64_t boards() const { return boards_valued_; }

 private:
  template <class Visit>
  void for_each_value(const Board& afterstate, Visit&& visit) {
    if (role_ == Role::defend) {
      expansion_.expand(afterstate, law_);
      boards_valued_ += expansion_.children().size();
      value_.evaluate(expansion_.children(), expansion_.values());
      std::size_t number = 0;
      for_each_spawn(afterstate, law_, [&](Spawn spawn, double) { visit(spawn, expansion_.value_of_spawn(number++)); });
      return;
    }
    boards_.clear();
    for_each_spawn(afterstate, law_, [&](Spawn spawn, double) { boards_.push_back(with_spawn(afterstate, spawn)); });
    board_values_.resize(boards_.size());
    boards_valued_ += boards_.size();
    value_.evaluate(boards_, board_values_.data());
    const bool fills_board = empty_count(afterstate) == 1;  // otherwise a slide is always legal
    std::size_t number = 0;
    for_each_spawn(afterstate, law_, [&](Spawn spawn, double) {
      visit(spawn, fills_board && legal_moves(boards_[number]).empty() ? 0 : board_values_[number]);
      ++number;
    });
  }

  Value value_;
  SpawnLaw law_;
  Role role_;
  Expansion<Board, MinimumOverSpawns> expansion_;
  std::vector<Board> boards_;
  std::vector<float> board_values_;
  std::uint64_t boards_valued_ = 0;
};

}  // namespace afterstate
