// Credit: which afterstates of an episode an error reaches, and when.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include "learn/plan.h"

namespace afterstate {

/// The last afterstates of an episode by the number of their move, from 1: lookups, and the error that followed.
template <class Network>
class Trail {
 public:
  using Lookups = typename Network::Lookups;

  Trail(const Network& network, int length)
      : tuples_(static_cast<std::size_t>(network.tuple_count())),
        mask_(std::bit_ceil(static_cast<std::size_t>(length)) - 1),
        lookups_((mask_ + 1) * tuples_),
        errors_(mask_ + 1) {}

  void clear() { last_ = 0; }
  int last() const { return last_; }
  void add(const Lookups* lookups) { std::copy_n(lookups, tuples_, &lookups_[slot(++last_) * tuples_]); }
  const Lookups* lookups(int move) const { return &lookups_[slot(move) * tuples_]; }
  float& error(int move) { return errors_[slot(move)]; }

 private:
  std::size_t slot(int move) const { return static_cast<std::size_t>(move) & mask_; }

  std::size_t tuples_;
  std::size_t mask_;
  std::vector<Lookups> lookups_;
  std::vector<float> errors_;
  int last_ = 0;
};

/// lambda^0 to lambda^horizon.
inline std::vector<float> decays_of(const Phase& phase) {
  std::vector<float> decays{1};
  while (static_cast<int>(decays.size()) <= phase.horizon) decays.push_back(decays.back() * phase.lambda);
  return decays;
}

/// Each error goes at once to the afterstate it belongs to and to the `horizon` ones before it (Jaskowski 2018, alg. 1
/// and 2).
template <class Network, class Rule>
class PlainCredit {
 public:
  PlainCredit(const Network& network, const Phase& phase)
      : rule_(phase), decays_(decays_of(phase)), trail_(network, phase.horizon + 2) {}

  Trail<Network>& trail() { return trail_; }

  /// The error of afterstate `move` is known.
  void learn(Network& network, int move) {
    const float error = trail_.error(move);
    const int oldest = std::max(1, move - static_cast<int>(decays_.size()) + 1);
    for (int reached = move; reached >= oldest; --reached)
      rule_.update(network, trail_.lookups(reached), error * decays_[static_cast<std::size_t>(move - reached)], error);
  }

  void finish(Network& /*network*/) {}

 private:
  Rule rule_;
  std::vector<float> decays_;
  Trail<Network> trail_;
};

/// Each afterstate is updated once, `horizon` moves later, by the decayed sum of the errors since (Jaskowski 2018,
/// alg. 3 and 4): the tables are touched once a move whatever the horizon.
template <class Network, class Rule>
class DelayedCredit {
 public:
  DelayedCredit(const Network& network, const Phase& phase)
      : rule_(phase), decays_(decays_of(phase)), trail_(network, phase.horizon + 2) {}

  Trail<Network>& trail() { return trail_; }

  /// The error of afterstate `move` is known.
  void learn(Network& network, int move) {
    const int due = move - static_cast<int>(decays_.size()) + 1;
    if (due >= 1) update(network, due, move);
  }

  /// The errors of all are known: the last ones get what there is.
  void finish(Network& network) {
    const int last = trail_.last();
    for (int due = std::max(1, last - static_cast<int>(decays_.size()) + 2); due <= last; ++due)
      update(network, due, last);
  }

 private:
  void update(Network& network, int due, int last) {
    float sum = 0;
    for (int move = due; move <= last; ++move)
      sum += trail_.error(move) * decays_[static_cast<std::size_t>(move - due)];
    rule_.update(network, trail_.lookups(due), sum, sum);
  }

  Rule rule_;
  std::vector<float> decays_;
  Trail<Network> trail_;
};

}  // namespace afterstate
