// Update rules: how far the weights of an afterstate move for an error.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <variant>
#include <vector>

#include "learn/plan.h"
#include "network/weights.h"

namespace afterstate {

/// TD: every weight takes an equal share of alpha times the error (Jaskowski 2018, alg. 1 and 3).
class TemporalDifference {
 public:
  explicit TemporalDifference(const Phase& phase) : alpha_(phase.alpha) {}

  /// Moves the value toward the afterstate's target; `decayed` is the part of `error` that reaches this afterstate.
  template <class Network>
  void update(Network& network, const typename Network::Lookups* lookups, float decayed, float /*error*/) const {
    const float step = alpha_ / static_cast<float>(network.lookup_count()) * decayed;
    network.for_each_weight(lookups, [step](auto& weight) { weight.value.store(weight.value.load() + step); });
  }

 private:
  float alpha_;
};

/// TC: each weight has its own rate, |E| / A, which is 1 while its errors have the same sign and falls as they cancel
/// out. E and A add up errors that are not decayed (Jaskowski 2018, alg. 2 and 4), or the applied changes (Matsuzaki
/// 2017, alg. 1).
template <Accumulate accumulate>
class TemporalCoherence {
 public:
  explicit TemporalCoherence(const Phase& phase)
      : beta_(phase.beta),
        forget_above_(phase.forget_above > 0 ? phase.forget_above : std::numeric_limits<float>::infinity()) {}

  static bool is_rule_of(const Phase& phase) { return phase.rule == RuleKind::tc && phase.accumulate == accumulate; }

  template <class Network>
  void update(Network& network, const typename Network::Lookups* lookups, float decayed, float error) const {
    const float step = beta_ / static_cast<float>(network.lookup_count()) * decayed;
    network.for_each_weight(lookups, [this, step, error](auto& weight) {
      const float errors = weight.errors.load();
      const float magnitude = weight.magnitude.load();
      const float change = magnitude == 0 ? step : std::fabs(errors) / magnitude * step;
      const float added = accumulate == Accumulate::error ? error : change;
      const float grown = magnitude + std::fabs(added);
      // A sum 2^24 times as large as what is added to it would stop changing, and the rate with it: both sums are
      // halved before that, which keeps the rate.
      const float kept = grown > forget_above_ ? 0.5F : 1.0F;
      weight.value.store(weight.value.load() + change);
      weight.errors.store((errors + added) * kept);
      weight.magnitude.store(grown * kept);
    });
  }

 private:
  float beta_;
  float forget_above_;
};

/// Autostep: each weight has its own step, which grows while successive errors move the weight in the same direction
/// and shrinks when they cancel out; all steps of an afterstate together never overshoot (Mahmood et al. 2012;
/// Jaskowski 2018, section V B). For lambda 0.
class Autostep {
 public:
  explicit Autostep(const Phase& phase) : mu_(phase.mu), tau_(phase.tau), initial_step_(phase.initial_step) {}

  static bool is_rule_of(const Phase& phase) { return phase.rule == RuleKind::autostep; }

  template <class Network>
  void update(Network& network, const typename Network::Lookups* lookups, float error, float /*error*/) {
    const float initial = initial_step_ / static_cast<float>(network.lookup_count());
    steps_.clear();
    float sum = 0;
    network.for_each_weight(lookups, [&](auto& weight) {
      const float kept = weight.step.load();
      const float step = kept == 0 ? initial : kept;
      const float product = error * weight.trace.load();
      const float size = std::fabs(product);
      const float before = weight.normaliser.load();
      const float normaliser = std::max(size, before + tau_ * step * (size - before));
      const float grown = normaliser > 0 ? step * std::exp(mu_ * product / normaliser) : step;
      weight.normaliser.store(normaliser);
      weight.step.store(grown);
      steps_.push_back(grown);
      sum += grown;
    });
    const float most = std::max(sum, 1.0F);
    std::size_t lookup = 0;
    network.for_each_weight(lookups, [&](auto& weight) {
      const float step = std::max(steps_[lookup++] / most, min_step);
      const float change = step * error;
      weight.step.store(step);
      weight.value.store(weight.value.load() + change);
      weight.trace.store(weight.trace.load() * (1 - step) + change);
    });
  }

 private:
  static constexpr float min_step = std::numeric_limits<float>::min();  // zero stands for the initial step

  float mu_;
  float tau_;
  float initial_step_;
  std::vector<float> steps_;  ///< of the lookups of one afterstate
};

/// The rule of a phase, chosen when it begins: any rule that the weights have room for. The choice is made once per
/// afterstate, not once per weight, and the loops of learning are compiled for each kind of weight only.
template <class... Rules>
class OneRuleOf {
 public:
  explicit OneRuleOf(const Phase& phase) : rule_(TemporalDifference{phase}) { (choose<Rules>(phase), ...); }

  template <class Network>
  void update(Network& network, const typename Network::Lookups* lookups, float decayed, float error) {
    std::visit([&](auto& rule) { rule.update(network, lookups, decayed, error); }, rule_);
  }

 private:
  template <class Rule>
  void choose(const Phase& phase) {
    if (Rule::is_rule_of(phase)) rule_.template emplace<Rule>(phase);
  }

  std::variant<TemporalDifference, Rules...> rule_;
};

template <class Weight>
struct RuleFor;
template <>
struct RuleFor<ValueWeight> {
  using Type = TemporalDifference;
};
template <>
struct RuleFor<CoherenceWeight> {
  using Type = OneRuleOf<TemporalCoherence<Accumulate::error>, TemporalCoherence<Accumulate::change>>;
};
template <>
struct RuleFor<AutostepWeight> {
  using Type = OneRuleOf<Autostep>;
};

}  // namespace afterstate
