// The training state: how far training has come, and what it needs to resume.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "game/size.h"
#include "learn/first_boards.h"
#include "network/staging.h"

namespace afterstate {

/// Statistics of one stage. Predictions are of the remaining score, made when games reach the stage.
struct StageStatistics {
  std::uint64_t actions = 0;
  std::uint64_t games = 0;    ///< that reached the stage and ended, since predictions were last taken
  double predicted = 0;       ///< summed up over these games
  double realised = 0;        ///< the remaining score they achieved, summed up
  std::uint64_t decided = 0;  ///< of these games, those that were played until they passed or ended in the stage
  std::uint64_t passed = 0;   ///< of those, the games that went on to a later stage or to the goal

  StageStatistics& operator+=(const StageStatistics& other) {
    actions += other.actions;
    games += other.games;
    predicted += other.predicted;
    realised += other.realised;
    decided += other.decided;
    passed += other.passed;
    return *this;
  }

  friend bool operator==(const StageStatistics&, const StageStatistics&) = default;
};

/// Between calls of learn() every started game is finished, with all episodes that start from it.
struct TrainingState {
  std::uint64_t actions = 0;
  std::uint64_t games = 0;
  std::vector<StageStatistics> stages;
  FirstBoards first_boards;

  friend bool operator==(const TrainingState&, const TrainingState&) = default;
};

/// What a checkpoint stores in addition to the numbers of actions and games.
std::vector<std::byte> to_bytes(const TrainingState& state);

/// Restores what to_bytes() returned; throws Failure if the bytes are invalid, not for boards of this size, or for more
/// than `stages` stages.
void restore(TrainingState& state, std::span<const std::byte> memory, Size size, int stages = max_stages);

}  // namespace afterstate
