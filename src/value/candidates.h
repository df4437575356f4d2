// The moves that a player may choose from, with the value of each.
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

/// The legal moves of one board. Slides and addresses of all come first, values after: memory is fetched meanwhile. On a
/// network that is not const, weights that are asked for the first time are promoted.
template <class Network>
class Candidates {
 public:
  using Board = typename Network::Board;
  using Lookups = typename Network::Lookups;

  struct Candidate {
    Direction direction;
    std::uint32_t reward;
    Board afterstate;
    const Lookups* lookups;
  };

  struct Best {
    const Candidate* move;
    float value;  ///< of the afterstate
    float total;  ///< with the reward
  };

  explicit Candidates(Network& network)
      : network_(network), lookups_(static_cast<std::size_t>(4 * network.tuple_count())) {}

  void look_up(const Board& board) {
    count_ = 0;
    auto* lookups = lookups_.data();
    for_each_slide(board, [&](Direction direction, const Slid<Board>& slid) {
      network_.look_up(slid.afterstate, lookups);
      moves_[count_++] = {direction, slid.reward, slid.afterstate, lookups};
      lookups += network_.tuple_count();
    });
  }

  bool empty() const { return count_ == 0; }
  std::span<const Candidate> moves() const { return {moves_.data(), count_}; }

  /// The largest sum of reward and value; of equal ones the first. There is at least one.
  Best best() {
    Best best{nullptr, 0, -std::numeric_limits<float>::infinity()};
    for (std::size_t move = 0; move < count_; ++move) {
      const auto valued = valued_move(move);
      if (valued.total > best.total || best.move == nullptr) best = valued;
    }
    return best;
  }

  /// One of moves(), with its value.
  Best valued_move(std::size_t move) {
    const auto& candidate = moves_[move];
    const float value = value_of(candidate);
    return {&candidate, value, static_cast<float>(candidate.reward) + value};
  }

 private:
  float value_of(const Candidate& candidate) {
    if constexpr (std::is_const_v<Network>)
      return network_.value(candidate.afterstate, candidate.lookups);
    else
      return network_.value_and_promote(candidate.afterstate, candidate.lookups);
  }

  Network& network_;
  std::vector<Lookups> lookups_;
  std::array<Candidate, 4> moves_{};
  std::size_t count_ = 0;
};

}  // namespace afterstate
