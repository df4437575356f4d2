// When a training run changes phase, measures, saves and ends.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

#include "learn/training_state.h"
#include "train/recipe.h"

namespace afterstate {

/// Where a run ends: after that many actions or games in total.
struct RunEnd {
  std::uint64_t actions = UINT64_MAX;
  std::uint64_t games = UINT64_MAX;
};

class Schedule {
 public:
  using Clock = std::chrono::steady_clock;

  Schedule(const Recipe& recipe, RunEnd end) : recipe_(recipe), end_(end), save_seconds_(recipe.save_seconds) {}

  bool finished(const TrainingState& state) const { return state.actions >= end_.actions || state.games >= end_.games; }

  /// The phase after that many actions.
  const Phase& phase(std::uint64_t actions) const {
    return *std::ranges::find_if(recipe_.learning.phases, [&](const Phase& phase) { return actions < phase.end; });
  }

  /// Actions after which learning pauses next: for a measurement, the next phase or the end.
  std::uint64_t next_pause(std::uint64_t actions) const {
    const auto every = recipe_.measuring.every;
    return std::min({end_.actions, (actions / every + 1) * every, phase(actions).end});
  }

  /// `logged`: the actions of the last measurement. The first one is made before learning begins.
  bool measurement_due(const TrainingState& state, std::optional<std::uint64_t> logged) const {
    if (state.actions == 0) return !logged;
    const auto every = recipe_.measuring.every;
    const auto last = logged.value_or(0);
    return state.actions / every > last / every || (finished(state) && state.actions > last);
  }

  bool checkpoint_due() const { return seconds_since(saved_) >= save_seconds_; }

  /// After a checkpoint that took from `start` until now: saving takes at most a fixed share of the time.
  void saved(Clock::time_point start) {
    constexpr double max_saving_share = 0.05;
    save_seconds_ = std::max(recipe_.save_seconds, seconds_since(start) / max_saving_share);
    saved_ = Clock::now();
  }

  static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

 private:
  const Recipe& recipe_;
  RunEnd end_;
  double save_seconds_;
  Clock::time_point saved_ = Clock::now();
};

}  // namespace afterstate
