// Statistics of the stages that episodes reach: actions, and how well predictions held.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "learn/training_state.h"

namespace afterstate {

class StageCounts {
 public:
  explicit StageCounts(int stages) : stages_(static_cast<std::size_t>(stages)) {}

  /// A new episode, which has been in `latest_stage` already; -1 for a new game.
  void begin(int latest_stage) {
    arrivals_.clear();
    latest_stage_ = latest_stage;
  }

  /// An action that leads to a stage; whether the episode is there for the first time.
  bool count(int stage) {
    ++stages_[static_cast<std::size_t>(stage)].actions;
    return stage > latest_stage_;
  }

  /// The episode reached a stage with this score; `predicted` is what the rest of the game would add.
  void arrive(int stage, std::uint32_t score, float predicted) {
    arrivals_.push_back({static_cast<std::size_t>(stage), score, predicted});
    latest_stage_ = stage;
  }

  /// How an episode ended: the game was over, it reached the goal, or it was cut short.
  enum class End { game_over, goal, cut };

  /// The episode ended with this score.
  void finish(std::uint32_t score, End end) {
    for (std::size_t number = 0; number < arrivals_.size(); ++number) {
      const auto& arrival = arrivals_[number];
      auto& stage = stages_[arrival.stage];
      const bool passed = number + 1 < arrivals_.size() || end == End::goal;
      if (passed || end == End::game_over) ++stage.decided;
      if (passed) ++stage.passed;
      ++stage.games;
      stage.predicted += static_cast<double>(arrival.predicted);
      stage.realised += static_cast<double>(score - arrival.score);
    }
  }

  /// Of all episodes so far.
  const std::vector<StageStatistics>& stages() const { return stages_; }

 private:
  struct Arrival {
    std::size_t stage;
    std::uint32_t score;
    float predicted;
  };

  std::vector<StageStatistics> stages_;
  std::vector<Arrival> arrivals_;
  int latest_stage_ = -1;
};

}  // namespace afterstate
