// What learning from a single transition would change: for students and for pictures, not for learning itself.
#pragma once

#include <vector>

#include "game/packed_board.h"
#include "learn/plan.h"
#include "network/any_network.h"

namespace afterstate {

struct OneUpdate {
  double error = 0;             ///< the target minus the value of the afterstate
  std::vector<double> shares;   ///< by tuple: its share of the value, as in network/tuple_shares.h
  std::vector<double> changes;  ///< by tuple: how far its share moves
};

/// Applies the rule of the phase to copies of the weights of the afterstate; the network is not changed, and other
/// threads may learn meanwhile. Credit to earlier afterstates (lambda) is left out. `target` is what followed the
/// afterstate: reward and value of the next one, 0 at the end of the game.
OneUpdate one_update(const AnyNetwork& any, const Phase& phase, const PackedBoard& afterstate, double target);

/// The step of the first update of an untouched afterstate, as a share of the error: alpha of TD, beta of TC, the
/// initial step of Autostep.
constexpr float first_step(const Phase& phase) {
  switch (phase.rule) {
    case RuleKind::td: return phase.alpha;
    case RuleKind::tc: return phase.beta;
    default: return phase.initial_step;
  }
}

}  // namespace afterstate
