// How a network is to be learned: the answers of a recipe to the questions of learning, as data.
#pragma once

#include <cstdint>
#include <vector>

#include "game/spawn.h"

namespace afterstate {

/// How far a weight moves: by a fixed rate (TD), or by a rate of its own that falls where errors change sign (TC).
enum class Rule { td, tc };

/// What TC adds to its accumulators: the error (Jaskowski 2018, alg. 2 and 4), or the change that was applied to the
/// weight (Matsuzaki 2017, alg. 1).
enum class Accumulate { error, change };

/// How credit flows back: at once to the last h + 1 afterstates (Jaskowski 2018, alg. 1 and 2), or summed up and given
/// to each afterstate once, h steps later (alg. 3 and 4).
enum class Credit { plain, delayed };

struct Phase {
  std::uint64_t end = UINT64_MAX;  ///< actions of the whole run after which the next phase begins
  Rule rule = Rule::tc;
  float alpha = 0.1F;  ///< rate of TD
  float beta = 1;      ///< rate of TC
  Accumulate accumulate = Accumulate::error;
  float forget_above = 3e7F;  ///< TC halves both accumulators of a weight where the absolute one passes this; 0 never
  Credit credit = Credit::delayed;
  float lambda = 0;
  int horizon = 0;  ///< h: afterstates before the last one that still get credit

  friend bool operator==(const Phase&, const Phase&) = default;
};

struct LearningPlan {
  SpawnLaw law{};
  std::vector<Phase> phases = std::vector<Phase>(1);
};

}  // namespace afterstate
