// Credit and update rules as described in the papers: one afterstate after another, for any network of slow_network.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "learn/plan.h"
#include "learn/slow_network.h"

namespace afterstate {

/// The afterstates of one episode, counted from 1 as in the papers, and what is learned from them.
template <class Board>
class SlowCredit {
 public:
  explicit SlowCredit(SlowNetwork<Board>& network) : network_(network) {}

  void begin(const Phase& phase) {
    phase_ = phase;
    afterstates_ = {Board{}};
    rewards_ = {0};
    errors_ = {0};
  }

  /// `reward` led to it.
  void add(const Board& afterstate, float reward) {
    afterstates_.push_back(afterstate);
    rewards_.push_back(reward);
  }

  /// t of algorithm 1.
  int time() const { return static_cast<int>(afterstates_.size()) - 1; }

  /// TD(lambda)UPDATE and TC(lambda)UPDATE, or their delayed forms (algorithms 1 to 4), of the first afterstate that
  /// has not learned yet.
  void learn_forward(float target) {
    const int t = static_cast<int>(errors_.size());
    const float error = target - network_.stored_value(afterstates_[static_cast<std::size_t>(t)]);
    const int h = phase_.horizon;
    errors_.push_back(error);
    if (phase_.credit == CreditKind::delayed && t > h)
      actual_update(t - h, sum_of_errors(t - h, h), sum_of_errors(t - h, h));
    if (phase_.credit != CreditKind::plain) return;
    float decay = 1;
    for (int k = t; k >= std::max(1, t - h); --k, decay *= phase_.lambda) actual_update(k, error * decay, error);
  }

  /// FINALLY of algorithm 3; BACKWARDLEARNING of Matsuzaki 2017, algorithm 2; with what followed the last afterstate.
  void finally(float target_of_last) {
    const int t = time();
    if (phase_.credit == CreditKind::delayed)
      for (int h = phase_.horizon - 1; h >= 0; --h)
        if (t - h >= 1) actual_update(t - h, sum_of_errors(t - h, h), sum_of_errors(t - h, h));
    if (phase_.credit != CreditKind::backward) return;
    for (int k = t; k >= 1; --k) {
      const auto n = static_cast<std::size_t>(k);
      const float target = k == t ? target_of_last : rewards_[n + 1] + network_.stored_value(afterstates_[n + 1]);
      const float error = target - network_.stored_value(afterstates_[n]);
      actual_update(k, error, error);
    }
  }

 private:
  float sum_of_errors(int t, int h) const {
    float sum = 0;
    float decay = 1;
    for (int k = 0; k <= h; ++k, decay *= phase_.lambda) sum += errors_[static_cast<std::size_t>(t + k)] * decay;
    return sum;
  }

  void actual_update(int k, float decayed, float error) {
    const auto& afterstate = afterstates_[static_cast<std::size_t>(k)];
    if (network_.stage_of(afterstate) < phase_.stage) return;
    const auto lookups = network_.lookups(afterstate);
    if (phase_.rule == RuleKind::autostep) return autostep(lookups, decayed);
    const auto m = static_cast<float>(lookups.size());
    for (const auto& key : lookups) {
      auto& weight = network_.weight(key);
      if (phase_.rule == RuleKind::td)
        weight.value += phase_.alpha / m * decayed;
      else
        temporal_coherence(weight, phase_.beta / m * decayed, error);
    }
  }

  void temporal_coherence(SlowWeight& weight, float step, float error) const {
    const float rate = weight.magnitude == 0 ? 1 : std::fabs(weight.errors) / weight.magnitude;
    const float change = rate * step;
    weight.value += change;
    const float added = phase_.accumulate == Accumulate::error ? error : change;
    weight.errors += added;
    weight.magnitude += std::fabs(added);
    if (phase_.forget_above > 0 && weight.magnitude > phase_.forget_above) {
      weight.errors /= 2;
      weight.magnitude /= 2;
    }
  }

  /// Mahmood et al. 2012; a weight that is looked up twice counts as two lookups.
  void autostep(const std::vector<typename SlowNetwork<Board>::Key>& lookups, float error) {
    const float initial_step = phase_.initial_step / static_cast<float>(lookups.size());
    std::vector<float> steps;
    float sum = 0;
    for (const auto& key : lookups) {
      auto& weight = network_.weight(key);
      const float before = weight.step.value_or(initial_step);
      const float product = error * weight.trace;
      const float moved = weight.normaliser + phase_.tau * before * (std::fabs(product) - weight.normaliser);
      weight.normaliser = std::max(std::fabs(product), moved);
      weight.step = weight.normaliser > 0 ? before * std::exp(phase_.mu * product / weight.normaliser) : before;
      steps.push_back(*weight.step);
      sum += *weight.step;
    }
    sum = std::max(sum, 1.0F);
    for (std::size_t n = 0; n < lookups.size(); ++n) {
      auto& weight = network_.weight(lookups[n]);
      const float step = steps[n] / sum;
      weight.value += step * error;
      weight.trace = weight.trace * (1 - step) + step * error;
      weight.step = step;
    }
  }

  SlowNetwork<Board>& network_;
  Phase phase_{};
  std::vector<Board> afterstates_;
  std::vector<float> rewards_;
  std::vector<float> errors_;
};

}  // namespace afterstate
