// The moves that a greedy player chooses from, with the value of each.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "game/direction.h"
#include "game/slide.h"

namespace afterstate {

/// The legal moves of one board. All slides and addresses are computed before the first value, while memory is being
/// prefetched. On a non-const network, weights that are zero are promoted on first use.
template <class Network>
class GreedyMoves {
 public:
  using Board = typename Network::Board;
  using Lookups = typename Network::Lookups;

  struct Candidate {
    Direction direction;
    std::uint32_t reward;
    int stage;
    Board afterstate;
    const Lookups* lookups;
  };

  struct Best {
    const Candidate* move;
    float value;  ///< of the afterstate
    float total;  ///< reward + value
  };

  explicit GreedyMoves(Network& network)
      : network_(network), lookups_(static_cast<std::size_t>(4 * network.tuple_count())) {}

  void look_up(const Board& board) {
    count_ = 0;
    auto* lookups = lookups_.data();
    const int stage_before = network_.stage(board);
    for_each_slide(board, [&](Direction direction, const Slid<Board>& slid) {
      const int stage = slid.reward < network_.min_tile_of_stages() ? stage_before : network_.stage(slid.afterstate);
      network_.look_up(slid.afterstate, stage, lookups);
      moves_[count_++] = {direction, slid.reward, stage, slid.afterstate, lookups};
      lookups += network_.tuple_count();
    });
  }

  bool empty() const { return count_ == 0; }
  std::span<const Candidate> moves() const { return {moves_.data(), count_}; }

  /// The move with the largest sum of reward and value, the first among equals. There must be at least one move.
  Best best() {
    if (network_.promotes()) {
      value_all();
      return best_of([this](std::size_t move) { return values_[move]; });
    }
    return best_of([this](std::size_t move) { return network_.value(moves_[move].lookups); });
  }

  /// All of moves() with their values.
  std::span<const Best> valued_moves() {
    value_all();
    for (std::size_t move = 0; move < count_; ++move) valued_moves_[move] = valued(move);
    return {valued_moves_.data(), count_};
  }

  /// One of moves() with its value; the others are not evaluated.
  Best valued_move(std::size_t move) {
    find_value(move);
    promote(move);
    return valued(move);
  }

 private:
  using Unset = typename Network::Unset;

  template <class Value>
  Best best_of(Value&& value_of) const {
    Best best{nullptr, 0, -std::numeric_limits<float>::infinity()};
    for (std::size_t move = 0; move < count_; ++move) {
      const float value = value_of(move);
      const float total = static_cast<float>(moves_[move].reward) + value;
      if (total > best.total || best.move == nullptr) best = {&moves_[move], value, total};
    }
    return best;
  }

  Best valued(std::size_t move) const {
    return {&moves_[move], values_[move], static_cast<float>(moves_[move].reward) + values_[move]};
  }

  /// Weights are promoted move by move; a move whose weights are all set does not wait for it.
  void value_all() {
    for (std::size_t move = 0; move < count_; ++move) find_value(move);
    if (network_.promotes())
      for (std::size_t move = 0; move < count_; ++move) promote(move);
  }

  void find_value(std::size_t move) {
    const auto& candidate = moves_[move];
    auto& unset = unset_[move];
    unset.clear();
    if constexpr (std::is_const_v<Network>)
      values_[move] = network_.value(candidate.afterstate, candidate.lookups, unset);
    else if (network_.promotes())
      values_[move] = network_.value(candidate.afterstate, candidate.stage, candidate.lookups, unset);
    else
      values_[move] = network_.value(candidate.lookups);
  }

  void promote(std::size_t move) {
    if constexpr (!std::is_const_v<Network>)
      if (!unset_[move].empty()) [[unlikely]] {
        network_.promote(unset_[move]);
        values_[move] = network_.value(moves_[move].lookups);
      }
  }

  Network& network_;
  std::vector<Lookups> lookups_;
  std::array<Candidate, 4> moves_{};
  std::array<std::vector<Unset>, 4> unset_;
  std::array<float, 4> values_{};
  std::array<Best, 4> valued_moves_{};
  std::size_t count_ = 0;
};

}  // namespace afterstate
