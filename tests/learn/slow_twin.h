// Learning as the papers write it down: weights in a map from what a tuple sees, one afterstate after another, nothing
// shared with the fast way but the rules of the game and the order in which a value is summed up.
#pragma once

#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "game/chance.h"
#include "game/slide.h"
#include "learn/plan.h"
#include "value/network_shape.h"

namespace afterstate {

template <class Board>
class SlowLearner {
 public:
  SlowLearner(NetworkShape shape, Phase phase) : shape_(std::move(shape)), phase_(phase) {}

  /// Jaskowski 2018, algorithm 1.
  int learn_from_game(const Chance& chance) {
    afterstates_ = {Board{}};  // the paper counts from 1
    errors_ = {0};
    auto board = chance.template start<Board>();
    int t = 0;
    while (!legal_moves(board).empty()) {
      const auto best = greedy(board);
      if (t > 0) learn(t, static_cast<float>(best.reward) + value(best.afterstate) - value(afterstates_.back()));
      afterstates_.push_back(best.afterstate);
      board = with_spawn(best.afterstate, chance.spawn(best.afterstate, static_cast<std::uint32_t>(t) + start_spawns));
      ++t;
    }
    if (t > 0) learn(t, -value(afterstates_.back()));
    if (phase_.credit == Credit::delayed)  // FINALLY of algorithm 3
      for (int h = phase_.horizon - 1; h >= 0; --h)
        if (t - h >= 1) actual_update(t - h, sum_of_errors(t - h, h), sum_of_errors(t - h, h));
    return t;
  }

  float value(const Board& afterstate) const {
    std::vector<float> sums;
    for (const auto& image : symmetric_images(afterstate)) {
      float sum = 0;
      for (const auto tuple : shape_.tuples) sum += weight(key_of(tuple, image)).value;
      sums.push_back(sum);
    }
    while (sums.size() > 1) {
      std::vector<float> pairs;
      for (std::size_t n = 0; n < sums.size(); n += 2) pairs.push_back(sums[n] + sums[n + 1]);
      sums = pairs;
    }
    return sums.front() + shape_.initial_value;
  }

 private:
  struct Weight {
    float value = 0;
    float errors = 0;
    float magnitude = 0;
  };

  /// The tuple, and what its cells show.
  using Key = std::pair<int, std::uint64_t>;

  Key key_of(Tuple tuple, const Board& board) const {
    Key key{tuple.cells, 0};
    for (int cell = 0; cell < Board::cells; ++cell)
      if ((tuple.cells >> cell & 1) != 0)
        key.second =
            100 * key.second + static_cast<std::uint64_t>(std::min(board.exponent(cell), shape_.tile_values - 1));
    return key;
  }

  Weight weight(const Key& key) const {
    const auto found = weights_.find(key);
    return found == weights_.end() ? Weight{} : found->second;
  }

  Slid<Board> greedy(const Board& board) const {
    std::optional<Slid<Board>> best;
    float most = 0;
    for (const auto direction : all_directions)
      if (const auto slid = slide(board, direction)) {
        const float total = static_cast<float>(slid->reward) + value(slid->afterstate);
        if (!best || total > most) {
          best = slid;
          most = total;
        }
      }
    return *best;
  }

  float sum_of_errors(int t, int h) const {
    float sum = 0;
    float decay = 1;
    for (int k = 0; k <= h; ++k, decay *= phase_.lambda) sum += errors_[static_cast<std::size_t>(t + k)] * decay;
    return sum;
  }

  /// TD(lambda)UPDATE and TC(lambda)UPDATE, or their delayed forms.
  void learn(int t, float error) {
    errors_.push_back(error);
    const int h = phase_.horizon;
    if (phase_.credit == Credit::delayed) {
      if (t > h) actual_update(t - h, sum_of_errors(t - h, h), sum_of_errors(t - h, h));
      return;
    }
    float decay = 1;
    for (int k = t; k >= std::max(1, t - h); --k, decay *= phase_.lambda) actual_update(k, error * decay, error);
  }

  void actual_update(int k, float decayed, float error) {
    const auto images = symmetric_images(afterstates_[static_cast<std::size_t>(k)]);
    const auto m = static_cast<float>(shape_.lookups());
    for (const auto tuple : shape_.tuples)
      for (const auto& image : images) {
        auto& weight = weights_[key_of(tuple, image)];
        if (phase_.rule == Rule::td) {
          weight.value += phase_.alpha / m * decayed;
          continue;
        }
        const float rate = weight.magnitude == 0 ? 1 : std::fabs(weight.errors) / weight.magnitude;
        const float change = rate * (phase_.beta / m * decayed);
        weight.value += change;
        const float added = phase_.accumulate == Accumulate::error ? error : change;
        weight.errors += added;
        weight.magnitude += std::fabs(added);
        if (phase_.forget_above > 0 && weight.magnitude > phase_.forget_above) {
          weight.errors /= 2;
          weight.magnitude /= 2;
        }
      }
  }

  NetworkShape shape_;
  Phase phase_;
  std::map<Key, Weight> weights_;
  std::vector<Board> afterstates_;
  std::vector<float> errors_;
};

}  // namespace afterstate
