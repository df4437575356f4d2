// One game that is learned from while it is played (Jaskowski 2018, alg. 1).
#pragma once

#include <cstdint>

#include "game/chance.h"
#include "value/candidates.h"

namespace afterstate {

/// Learns from games with one network, on one thread; others may learn with the same network.
template <class Network, class Credit>
class EpisodeLearner {
 public:
  using Board = typename Network::Board;

  EpisodeLearner(Network& network, const Phase& phase)
      : network_(network), candidates_(network), credit_(network, phase) {}

  /// Plays greedily from the start to the end of a game; gives the number of actions.
  std::uint32_t learn_from_game(const Chance& chance) {
    auto& trail = credit_.trail();
    trail.clear();
    auto board = chance.template start<Board>();
    float target = 0;  // of the last afterstate but one: what followed it
    for (std::uint32_t turn = 0;; ++turn) {
      candidates_.look_up(board);
      // What is due from the move before is learned here, while the memory of the candidates is on its way.
      if (trail.last() >= 2) learn(trail.last() - 1, target);
      if (candidates_.empty()) break;
      const auto lot = chance.lot(turn + start_spawns);  // early: nothing but the choice should be waited for
      const auto best = candidates_.best();
      target = best.total;
      trail.add(best.move->lookups);
      board = with_spawn(best.move->afterstate, chance.spawn(best.move->afterstate, lot));
    }
    if (trail.last() >= 1) learn(trail.last(), 0);
    credit_.finish(network_);
    return static_cast<std::uint32_t>(trail.last());
  }

 private:
  /// The value is read again: it has moved since the move was chosen, and an error from the old one overshoots.
  void learn(int move, float target) {
    auto& trail = credit_.trail();
    trail.error(move) = target - network_.value(trail.lookups(move));
    credit_.learn(network_, move);
  }

  Network& network_;
  Candidates<Network> candidates_;
  Credit credit_;
};

}  // namespace afterstate
