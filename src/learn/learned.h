// How far learning has come, and what it must remember to go on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "game/size.h"
#include "learn/first_boards.h"

namespace afterstate {

/// What learning met in one stage. Predictions are of the score still to come, made where games come to the stage.
struct StageLearned {
  std::uint64_t actions = 0;
  std::uint64_t games = 0;  ///< that came to the stage and ended, since predictions were last taken
  double predicted = 0;     ///< summed up over these games
  double realised = 0;      ///< what they then scored

  StageLearned& operator+=(const StageLearned& other) {
    actions += other.actions;
    games += other.games;
    predicted += other.predicted;
    realised += other.realised;
    return *this;
  }

  friend bool operator==(const StageLearned&, const StageLearned&) = default;
};

/// Between calls of learn() every game that was begun is finished, with all episodes that start from it.
struct Learned {
  std::uint64_t actions = 0;
  std::uint64_t games = 0;
  std::vector<StageLearned> stages;
  FirstBoards first_boards;

  friend bool operator==(const Learned&, const Learned&) = default;
};

/// What a checkpoint keeps beside the numbers of actions and games.
std::vector<std::byte> memory_of(const Learned& learned);

/// Takes over what memory_of gave; throws Failure where the bytes are not that, or not for boards of this size.
void restore_memory(Learned& learned, std::span<const std::byte> memory, Size size);

}  // namespace afterstate
