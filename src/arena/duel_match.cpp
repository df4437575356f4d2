#include "arena/duel_match.h"

#include <atomic>

#include "arena/in_order.h"
#include "os/threads.h"

namespace afterstate {

namespace {

/// The sessions of one thread.
class DuelTable {
 public:
  DuelTable(const DuelPlan& plan, const std::stop_token& stop)
      : plan_(plan),
        first_attacks_(plan.first.attacker->new_session(plan.rules, stop)),
        second_defends_(plan.second.defender->new_session(plan.rules, stop)) {
    if (!plan.swap) return;
    second_attacks_ = plan.second.attacker->new_session(plan.rules, stop);
    first_defends_ = plan.first.defender->new_session(plan.rules, stop);
  }

  /// Nothing if stopped.
  std::optional<DuelPair> play(std::uint64_t opening, const std::stop_token& stop) {
    auto straight =
        play(opening, *first_attacks_, *second_defends_, *plan_.first.attacker, *plan_.second.defender, stop);
    if (!straight) return std::nullopt;
    DuelPair pair{std::move(*straight)};
    if (!plan_.swap) return pair;
    pair.swapped =
        play(opening, *second_attacks_, *first_defends_, *plan_.second.attacker, *plan_.first.defender, stop);
    if (!pair.swapped) return std::nullopt;
    return pair;
  }

 private:
  std::optional<FinishedDuel> play(std::uint64_t opening, DuelSession& attacker, DuelSession& defender,
                                   const DuelSide& attacking, const DuelSide& defending, const std::stop_token& stop) {
    const auto& rules = plan_.rules;
    FinishedDuel finished;
    finished.record = new_duel_record(rules, plan_.seed, opening, attacking.name, defending.name);
    const auto played = play_duel(rules, attacker, defender, plan_.seed, opening, finished.record, stop);
    if (!played) return std::nullopt;
    finished.outcome = played->outcome;
    finished.identity = played->identity;
    return finished;
  }

  const DuelPlan& plan_;
  std::unique_ptr<DuelSession> first_attacks_;
  std::unique_ptr<DuelSession> second_defends_;
  std::unique_ptr<DuelSession> second_attacks_;
  std::unique_ptr<DuelSession> first_defends_;
};

}  // namespace

void play_duels(const DuelPlan& plan, const std::function<void(const DuelPair&)>& deliver,
                const std::stop_token& stop) {
  InOrder<DuelPair> in_order{plan.first_opening, deliver};
  std::atomic<std::uint64_t> taken{0};
  run_on_threads(thread_count(plan.threads), [&](int) {
    try {
      DuelTable table{plan, stop};
      while (!stop.stop_requested()) {
        const auto number = taken.fetch_add(1, std::memory_order_relaxed);
        if (number >= plan.openings) break;
        auto pair = table.play(plan.first_opening + number, stop);
        if (!pair) break;
        in_order.add(plan.first_opening + number, {std::move(*pair)});
      }
    } catch (...) {
      taken = plan.openings;  // an error such as a full disk would occur again: the other threads stop too
      throw;
    }
  });
  in_order.deliver_rest();
}

void DuelScore::add(const DuelPair& pair) {
  ++openings_;
  all_.add(pair.straight.outcome);
  straight_.add(pair.straight.outcome);
  identities_.insert(pair.straight.identity);
  double mean = pair.straight.outcome.score;
  if (pair.swapped) {
    all_.add(pair.swapped->outcome);
    swapped_.add(pair.swapped->outcome);
    identities_.insert(pair.swapped->identity);
    const auto own = pair.swapped->outcome.score;
    const auto other = pair.straight.outcome.score;
    ++(own > other ? wins_ : own < other ? losses_ : draws_);
    mean = (mean + own) / 2;
  }
  per_opening_.add(mean);
}

Estimate DuelScore::mean() const { return per_opening_.estimate(); }

}  // namespace afterstate
