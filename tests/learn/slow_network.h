// A network with stages and promotion as described in the papers: weights in a map from the stage and what a tuple
// sees, looked up one after another. Shares with the fast network only the rules of the game and the order of
// summation.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "game/symmetry.h"
#include "network/network_shape.h"

namespace afterstate {

template <class Board>
int slow_tile_count(const Board& board, int exponent) {
  int count = 0;
  for (int cell = 0; cell < Board::cells; ++cell) count += board.exponent(cell) == exponent ? 1 : 0;
  return count;
}

template <class Board>
bool slow_has_passed(const StageEvent& event, const Board& board) {
  std::uint64_t sum = 0;
  for (int cell = 0; cell < Board::cells; ++cell) {
    const int exponent = board.exponent(cell);
    if (exponent > 0 && exponent >= event.least) sum += std::uint64_t{1} << exponent;
  }
  return sum >= event.sum;
}

template <class Board>
int slow_stage_of(const Staging& staging, const Board& board) {
  int stage = 0;
  if (staging.bits > 0) {
    int leftover = 0;  // duplicates count as the next smaller tile
    for (int exponent = 15; exponent > 15 - staging.bits; --exponent) {
      const int count = slow_tile_count(board, exponent) + leftover;
      stage = 2 * stage + (count > 0 ? 1 : 0);
      leftover = std::max(0, count - 1);
    }
    return stage;
  }
  for (std::size_t n = 0; n < staging.events.size(); ++n)
    if (slow_has_passed(staging.events[n], board)) stage = static_cast<int>(n) + 1;
  return stage;
}

struct SlowWeight {
  float value = 0;
  float errors = 0;           // E of TC
  float magnitude = 0;        // A of TC
  std::optional<float> step;  // a of Autostep; nothing until it first moves the weight
  float trace = 0;            // h
  float normaliser = 0;       // v
};

template <class Board>
class SlowNetwork {
 public:
  explicit SlowNetwork(NetworkShape shape) : shape_(std::move(shape)) {}

  /// Identifies a weight: the stage, the tuple, and what its cells show, with the other cells empty.
  struct Key {
    int stage;
    int tuple;
    Board seen;

    friend bool operator==(const Key&, const Key&) = default;
  };

  /// The keys of an afterstate: tuple by tuple, for each tuple image by image.
  std::vector<Key> lookups(const Board& afterstate) const {
    std::vector<Key> keys;
    keys.reserve(static_cast<std::size_t>(shape_.lookups()));
    const int stage = stage_of(afterstate);
    const auto images = symmetric_images(afterstate);
    for (const auto tuple : shape_.tuples)
      for (const auto& image : images) keys.push_back({stage, tuple.cells, seen_by(tuple, image)});
    return keys;
  }

  SlowWeight& weight(const Key& key) { return weights_[key]; }
  const NetworkShape& shape() const { return shape_; }
  int stage_of(const Board& board) const { return slow_stage_of(shape_.staging, board); }
  bool has_passed_goal(const Board& board) const { return shape_.goal && slow_has_passed(*shape_.goal, board); }

  /// For players: a weight that is zero counts as the value it would be promoted to.
  float value(const Board& afterstate) const {
    return sum_of(afterstate, [this](const Key& key) { return stored(key) != 0 ? stored(key) : source_of(key); });
  }

  /// For errors: the weights as they are, without promotion.
  float stored_value(const Board& afterstate) const {
    return sum_of(afterstate, [this](const Key& key) { return stored(key); });
  }

  /// For choosing a move while learning: EVALUATE of Jaskowski 2018, section V D; weights that are zero are promoted.
  float promoting_value(const Board& afterstate) {
    return sum_of(afterstate, [this](const Key& key) {
      if (stored(key) == 0 && source_of(key) != 0) weights_[key].value = source_of(key);
      return stored(key);
    });
  }

 private:
  Board seen_by(Tuple tuple, const Board& image) const {
    Board seen;
    for (int cell = 0; cell < Board::cells; ++cell)
      if ((tuple.cells >> cell & 1) != 0)
        seen.set_exponent(cell, std::min(image.exponent(cell), shape_.tile_values - 1));
    return seen;
  }

  float stored(const Key& key) const {
    const auto found = weights_.find(key);
    return found == weights_.end() ? 0 : found->second.value;
  }

  float source_of(const Key& key) const {
    const bool intra = shape_.promotion == Promotion::intra || shape_.promotion == Promotion::both;
    const bool inter = shape_.promotion == Promotion::inter || shape_.promotion == Promotion::both;
    float source = 0;
    if (intra) {
      Key halved = key;
      for (int cell = 0; cell < Board::cells; ++cell)
        halved.seen.set_exponent(cell, std::max(0, key.seen.exponent(cell) - 1));
      source = stored(halved);
    }
    if (inter && source == 0 && key.stage > 0) source = stored({key.stage - 1, key.tuple, key.seen});
    return source;
  }

  /// Sums what `look_up` returns, first along the tuples for each image, then over the images in pairs.
  template <class LookUp>
  float sum_of(const Board& afterstate, LookUp&& look_up) const {
    if (has_passed_goal(afterstate)) return shape_.goal_value.value();
    std::array<float, symmetry_count<Board>> sums{};
    std::size_t lookup = 0;
    for (const auto& key : lookups(afterstate)) sums[lookup++ % sums.size()] += look_up(key);
    for (auto pairs = sums.size() / 2; pairs > 0; pairs /= 2)
      for (std::size_t n = 0; n < pairs; ++n) sums[n] = sums[2 * n] + sums[2 * n + 1];
    return sums.front() + shape_.initial_value;
  }

  struct Hash {
    std::size_t operator()(const Key& key) const {
      return std::hash<Board>{}(key.seen) ^ static_cast<std::size_t>(1000 * key.tuple + key.stage);
    }
  };

  NetworkShape shape_;
  std::unordered_map<Key, SlowWeight, Hash> weights_;
};

}  // namespace afterstate
