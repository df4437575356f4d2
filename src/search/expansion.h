// The successors of an afterstate: its spawns, and the afterstates to which their slides lead, without duplicates.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>

#include "game/spawned_slides.h"

namespace afterstate {

/// How the values of all spawns are combined into that of the afterstate: their mean, if tiles spawn at random.
class MeanOverSpawns {
 public:
  void add(float chance, float best) { sum_ += chance * best; }
  float value() const { return sum_; }

 private:
  float sum_ = 0;
};

/// Their minimum, if an adversary spawns.
class MinimumOverSpawns {
 public:
  void add(float /*chance*/, float best) { smallest_ = std::min(smallest_, best); }
  float value() const { return smallest_; }

 private:
  float smallest_ = std::numeric_limits<float>::infinity();
};

template <class Board, class Reduction = MeanOverSpawns>
class Expansion {
 public:
  /// Finds all spawns and children.
  [[gnu::flatten]] void expand(const Board& afterstate, SpawnLaw law) {
    child_count_ = 0;
    state_count_ = 0;
    slots_.fill(0);
    if (may_merge_beyond(afterstate)) [[unlikely]] {
      for_each_spawn(afterstate, law, [&](Spawn spawn, double chance) {
        auto& state = next_state(chance);
        for_each_slide(with_spawn(afterstate, spawn),
                       [&](Direction, const Slid<Board>& slid) { add(state, slid.afterstate, slid.reward); });
      });
    } else {
      const SpawnedSlides<Board> slides{afterstate};
      for_each_spawn(afterstate, law, [&](Spawn spawn, double chance) {
        auto& state = next_state(chance);
        slides.for_each(spawn, [&](const Board& child, std::uint32_t reward) { add(state, child, reward); });
      });
    }
  }

  /// Replaces each child with its canonical board.
  void make_canonical() {
    for (std::size_t child = 0; child < child_count_; ++child) children_[child] = canonical(children_[child]);
  }

  std::span<const Board> children() const { return {children_.data(), child_count_}; }

  /// The probability of the spawns from which a slide leads to the child.
  float chance_of_child(std::size_t child) const { return child_chances_[child]; }

  /// To be filled with the value of each child.
  float* values() { return values_.data(); }

  /// The reduction over the spawns of the best slide after each, once values() are filled.
  float value() const {
    Reduction reduction;
    for (std::size_t n = 0; n < state_count_; ++n) reduction.add(states_[n].chance, value_of_spawn(n));
    return reduction.value();
  }

  /// The number of spawns, in the order of for_each_spawn().
  std::size_t spawn_count() const { return state_count_; }

  /// A spawn and the slides after it.
  struct State {
    float chance;
    int moves;
    std::array<float, 4> rewards;
    std::array<std::uint8_t, 4> children;  ///< numbers of children()
  };
  const State& state(std::size_t spawn) const { return states_[spawn]; }

  /// The value of the best slide after a spawn, 0 if no move is left.
  float value_of_spawn(std::size_t spawn) const {
    const auto& state = states_[spawn];
    float best = 0;
    for (int move = 0; move < state.moves; ++move) {
      const auto way = static_cast<std::size_t>(move);
      const float total = state.rewards[way] + values_[state.children[way]];
      best = move == 0 || total > best ? total : best;
    }
    return best;
  }

 private:
  static constexpr std::size_t max_states = 2 * Board::cells;
  static constexpr std::size_t max_children = 4 * max_states;
  static constexpr std::size_t slots = 256;  // at least twice as many as children

  State& next_state(double chance) {
    auto& state = states_[state_count_++];
    state.chance = static_cast<float>(chance);
    state.moves = 0;
    return state;
  }

  void add(State& state, const Board& child, std::uint32_t reward) {
    auto slot = child.nibbles() * 0x9E37'79B9'7F4A'7C15ULL >> 56;
    while (slots_[slot] != 0 && children_[slots_[slot] - 1U] != child) slot = (slot + 1) % slots;
    if (slots_[slot] == 0) {
      child_chances_[child_count_] = 0;
      children_[child_count_++] = child;
      slots_[slot] = static_cast<std::uint8_t>(child_count_);
    }
    child_chances_[slots_[slot] - 1U] += state.chance;
    const auto way = static_cast<std::size_t>(state.moves++);
    state.rewards[way] = static_cast<float>(reward);
    state.children[way] = static_cast<std::uint8_t>(slots_[slot] - 1U);
  }

  std::size_t child_count_ = 0;
  std::size_t state_count_ = 0;
  std::array<std::uint8_t, slots> slots_{};  ///< the number of a child plus 1, by the hash of its board
  std::array<Board, max_children> children_;
  std::array<float, max_children> child_chances_;
  std::array<float, max_children> values_;
  std::array<State, max_states> states_;
};

}  // namespace afterstate
