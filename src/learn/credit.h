// Credit assignment: which afterstates of an episode an error reaches, and when. Each kind has the same four parts:
// begin() an episode, add() a chosen move, learn_due() while other memory is being fetched, and finish() the episode.
// An attacker of the two-player game learns the values of boards after a placement in the same way.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <variant>
#include <vector>

#include "learn/plan.h"

namespace afterstate {

/// A move of an episode as learning sees it.
template <class Network>
struct LearnedMove {
  const typename Network::Board& afterstate;
  const typename Network::Lookups* lookups;
  float reward;  ///< of the slide that led to the afterstate
  float value;   ///< of the afterstate when it was chosen
  bool frozen;   ///< its weights are not updated
};

/// The latest afterstates of an episode by move number, from 1: lookups, and the error that followed.
template <class Network>
class Trail {
 public:
  using Lookups = typename Network::Lookups;

  Trail(const Network& network, int length)
      : tuples_(static_cast<std::size_t>(network.tuple_count())),
        mask_(std::bit_ceil(static_cast<std::size_t>(length)) - 1),
        lookups_((mask_ + 1) * tuples_),
        moves_(mask_ + 1) {}

  void clear() { last_ = 0; }
  int last() const { return last_; }
  void add(const Lookups* lookups, bool frozen) {
    const auto at = slot(++last_);
    std::copy_n(lookups, tuples_, &lookups_[at * tuples_]);
    moves_[at].frozen = frozen;
  }
  const Lookups* lookups(int move) const { return &lookups_[slot(move) * tuples_]; }
  float& error(int move) { return moves_[slot(move)].error; }
  bool frozen(int move) const { return moves_[slot(move)].frozen; }

 private:
  struct Move {
    float error = 0;
    bool frozen = false;
  };

  std::size_t slot(int move) const { return static_cast<std::size_t>(move) & mask_; }

  std::size_t tuples_;
  std::size_t mask_;
  std::vector<Lookups> lookups_;
  std::vector<Move> moves_;
  int last_ = 0;
};

/// lambda^0 to lambda^horizon.
inline std::vector<float> decays_of(const Phase& phase) {
  std::vector<float> decays{1};
  while (static_cast<int>(decays.size()) <= phase.horizon) decays.push_back(decays.back() * phase.lambda);
  return decays;
}

/// Each error is applied at once to its own afterstate and to the `horizon` ones before it (Jaskowski 2018, alg. 1 and
/// 2).
struct SpreadPlain {
  template <class Network, class Rule>
  static void learn(Trail<Network>& trail, const std::vector<float>& decays, int move, Network& network, Rule& rule) {
    const float error = trail.error(move);
    const int oldest = std::max(1, move - static_cast<int>(decays.size()) + 1);
    for (int reached = move; reached >= oldest; --reached)
      if (!trail.frozen(reached))
        rule.update(network, trail.lookups(reached), error * decays[static_cast<std::size_t>(move - reached)], error);
  }

  template <class Network, class Rule>
  static void finish(Trail<Network>& /*trail*/, const std::vector<float>& /*decays*/, Network& /*network*/,
                     Rule& /*rule*/) {}
};

/// Each afterstate is updated once, `horizon` moves later, by the decayed sum of the errors since (Jaskowski 2018,
/// alg. 3 and 4): the tables are touched once per move whatever the horizon.
struct SpreadDelayed {
  template <class Network, class Rule>
  static void learn(Trail<Network>& trail, const std::vector<float>& decays, int move, Network& network, Rule& rule) {
    const int due = move - static_cast<int>(decays.size()) + 1;
    if (due < 1 || trail.frozen(due)) return;
    const float sum = summed_error(trail, decays, due, move);
    rule.update(network, trail.lookups(due), sum, sum);
  }

  /// At the end of the episode, the last afterstates are updated by the errors so far.
  template <class Network, class Rule>
  static void finish(Trail<Network>& trail, const std::vector<float>& decays, Network& network, Rule& rule) {
    const int last = trail.last();
    for (int due = std::max(1, last - static_cast<int>(decays.size()) + 2); due <= last; ++due)
      if (!trail.frozen(due)) {
        const float sum = summed_error(trail, decays, due, last);
        rule.update(network, trail.lookups(due), sum, sum);
      }
  }

 private:
  template <class Network>
  static float summed_error(Trail<Network>& trail, const std::vector<float>& decays, int due, int last) {
    float sum = 0;
    for (int move = due; move <= last; ++move) sum += trail.error(move) * decays[static_cast<std::size_t>(move - due)];
    return sum;
  }
};

/// Learns during the episode; `Spread` says how far back an error reaches and when.
template <class Network, class Rule, class Spread>
class ForwardCredit {
 public:
  ForwardCredit(const Network& network, const Phase& phase)
      : rule_(phase), decays_(decays_of(phase)), trail_(network, phase.horizon + 2) {}

  void begin() { trail_.clear(); }

  void add(const LearnedMove<Network>& move) {
    target_ = move.reward + move.value;
    trail_.add(move.lookups, move.frozen);
  }

  /// What followed the second-to-last afterstate is now known.
  void learn_due(Network& network) {
    if (trail_.last() < 2) return;
    find_error(network, trail_.last() - 1, target_);
    Spread::learn(trail_, decays_, trail_.last() - 1, network, rule_);
  }

  /// `target`: what followed the last afterstate.
  void finish(Network& network, float target = 0) {
    if (trail_.last() >= 1) {
      find_error(network, trail_.last(), target);
      Spread::learn(trail_, decays_, trail_.last(), network, rule_);
    }
    Spread::finish(trail_, decays_, network, rule_);
  }

 private:
  /// The value is read again: it has changed since the move was chosen, and an error from the old value overshoots.
  void find_error(const Network& network, int move, float target) {
    trail_.error(move) = target - network.value(trail_.lookups(move));
  }

  Rule rule_;
  std::vector<float> decays_;
  Trail<Network> trail_;
  float target_ = 0;  ///< of the second-to-last afterstate: what followed it
};

template <class Network, class Rule>
using PlainCredit = ForwardCredit<Network, Rule, SpreadPlain>;

template <class Network, class Rule>
using DelayedCredit = ForwardCredit<Network, Rule, SpreadDelayed>;

/// Learns only after the end of the episode, from its end to its start: the value of the next afterstate is already
/// corrected when it is used (Matsuzaki 2017, alg. 2).
template <class Network, class Rule>
class BackwardCredit {
 public:
  BackwardCredit(const Network& network, const Phase& phase)
      : rule_(phase),
        tuples_(static_cast<std::size_t>(network.tuple_count())),
        lookups_(ahead * static_cast<std::size_t>(network.tuple_count())) {}

  void begin() { moves_.clear(); }
  void add(const LearnedMove<Network>& move) { moves_.push_back({move.afterstate, move.reward, move.frozen}); }
  void learn_due(Network& /*network*/) {}

  void finish(Network& network, float target = 0) {
    for (std::size_t found = 0, left = moves_.size(); left > 0; --left) {
      // Lookups are computed some moves ahead, so that their memory has arrived when it is needed.
      for (; found < moves_.size() && found < moves_.size() - left + ahead; ++found)
        network.look_up(moves_[moves_.size() - 1 - found].afterstate, lookups_of(moves_.size() - 1 - found));
      const auto& move = moves_[left - 1];
      const auto* const lookups = lookups_of(left - 1);
      if (!move.frozen) {
        const float error = target - network.value(lookups);
        rule_.update(network, lookups, error, error);
      }
      target = move.reward + network.value(lookups);
    }
  }

 private:
  static constexpr std::size_t ahead = 4;

  struct Move {
    typename Network::Board afterstate;
    float reward;
    bool frozen;
  };

  typename Network::Lookups* lookups_of(std::size_t move) { return &lookups_[move % ahead * tuples_]; }

  Rule rule_;
  std::size_t tuples_;
  std::vector<typename Network::Lookups> lookups_;
  std::vector<Move> moves_;
};

/// The credit of a phase, chosen when it begins. The choice is made once per move, which costs little where a move
/// takes many values, and saves compiling the loops of learning for each kind.
template <class Network, class Rule>
class AnyCredit {
 public:
  AnyCredit(const Network& network, const Phase& phase) : credit_(PlainCredit<Network, Rule>{network, phase}) {
    if (phase.credit == CreditKind::delayed) credit_.template emplace<DelayedCredit<Network, Rule>>(network, phase);
    if (phase.credit == CreditKind::backward) credit_.template emplace<BackwardCredit<Network, Rule>>(network, phase);
  }

  void begin() {
    std::visit([](auto& credit) { credit.begin(); }, credit_);
  }
  void add(const LearnedMove<Network>& move) {
    std::visit([&](auto& credit) { credit.add(move); }, credit_);
  }
  void learn_due(Network& network) {
    std::visit([&](auto& credit) { credit.learn_due(network); }, credit_);
  }
  void finish(Network& network, float target = 0) {
    std::visit([&](auto& credit) { credit.finish(network, target); }, credit_);
  }

 private:
  std::variant<PlainCredit<Network, Rule>, DelayedCredit<Network, Rule>, BackwardCredit<Network, Rule>> credit_;
};

}  // namespace afterstate
