// How to train a network: the learning parameters of a recipe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "game/spawn.h"

namespace afterstate {

/// How far a weight moves: by a fixed rate (TD), by its own rate that falls when errors change sign (TC), or by its own
/// step that is itself learned (Autostep).
enum class RuleKind { td, tc, autostep };

/// What TC adds to its accumulators: the error (Jaskowski 2018, alg. 2 and 4), or the change that was applied to the
/// weight (Matsuzaki 2017, alg. 1).
enum class Accumulate { error, change };

/// How credit flows back: at once to the last h + 1 afterstates (Jaskowski 2018, alg. 1 and 2), summed up and given
/// to each afterstate once, h steps later (alg. 3 and 4), or from the end of the episode to its start, each afterstate
/// learning from the corrected value of the next (Matsuzaki 2017, alg. 2).
enum class CreditKind { plain, delayed, backward };

/// Where episodes start: at a new game; then repeatedly in the middle of the previous one (Matsuzaki 2017, alg. 3);
/// after a new game at a first board of each stage in turn (Jaskowski 2018, alg. 5); at first boards of one stage, with
/// the stages before it frozen (Wu et al. 2014); or at given boards, then at a first board of each later stage in turn.
enum class Start { game, restart, carousel, stage, boards };

struct Phase {
  std::uint64_t end = UINT64_MAX;  ///< actions of the whole run after which the next phase begins
  RuleKind rule = RuleKind::tc;
  float alpha = 0.1F;  ///< rate of TD
  float beta = 1;      ///< rate of TC
  Accumulate accumulate = Accumulate::error;
  float forget_above = 3e7F;  ///< TC halves both accumulators of a weight if the absolute one exceeds this; 0: never
  float mu = 0.1F;            ///< Autostep: how fast steps change
  float tau = 1e-4F;          ///< Autostep: how fast the normaliser decays
  float initial_step = 1;     ///< Autostep: of a whole afterstate, divided among its lookups
  CreditKind credit = CreditKind::delayed;
  float lambda = 0;
  int horizon = 0;  ///< h: afterstates before the last one that still get credit
  Start start = Start::game;
  int restart_length = 100;  ///< L: restarted episodes are longer than this
  int stage = 0;             ///< with Start::stage and Start::boards: the first stage at which episodes start
  float epsilon = 0;         ///< probability of a random move
  float temperature = 0;     ///< random moves with weights exp(total / temperature); 0: the best move
  float table_end = 0.5F;    ///< share of the episodes that end at the first known value (learn/known_values.h)
  std::optional<std::string> demonstrator{};  ///< name of the engine that chooses the moves instead of the network

  friend bool operator==(const Phase&, const Phase&) = default;
};

struct LearningPlan {
  SpawnLaw law{};
  std::vector<Phase> phases = std::vector<Phase>(1);
};

}  // namespace afterstate
