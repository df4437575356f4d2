// What can come of an afterstate: its spawns, and the afterstates to which their slides lead, each of them once.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "game/spawned_slides.h"

namespace afterstate {

template <class Board>
class Expansion {
 public:
  /// Finds everything that comes next.
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

  /// Puts the canonical board in the place of each child.
  void make_canonical() {
    for (std::size_t child = 0; child < child_count_; ++child) children_[child] = canonical(children_[child]);
  }

  std::span<const Board> children() const { return {children_.data(), child_count_}; }

  /// How likely the spawns are from which a slide leads to the child.
  float chance_of_child(std::size_t child) const { return child_chances_[child]; }

  /// Where the value of each child belongs.
  float* values() { return values_.data(); }

  /// The mean over the spawns of the best slide, once the values are there.
  float value() const {
    float sum = 0;
    for (std::size_t n = 0; n < state_count_; ++n) {
      const auto& state = states_[n];
      float best = 0;  // where no move is left
      for (int move = 0; move < state.moves; ++move) {
        const auto way = static_cast<std::size_t>(move);
        const float total = state.rewards[way] + values_[state.children[way]];
        best = move == 0 || total > best ? total : best;
      }
      sum += state.chance * best;
    }
    return sum;
  }

 private:
  static constexpr std::size_t most_states = 2 * (Board::cells - 1);
  static constexpr std::size_t most_children = 4 * most_states;
  static constexpr std::size_t slots = 256;  // twice as many as children, at least

  struct State {
    float chance;
    int moves;
    std::array<float, 4> rewards;
    std::array<std::uint8_t, 4> children;
  };

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
  std::array<std::uint8_t, slots> slots_{};  ///< one more than the number of a child, by the hash of its board
  std::array<Board, most_children> children_;
  std::array<float, most_children> child_chances_;
  std::array<float, most_children> values_;
  std::array<State, most_states> states_;
};

}  // namespace afterstate
