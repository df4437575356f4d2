// Plays games of an attacker that learns against defenders that do not.
#pragma once

#include <cstdint>

#include "game/slide.h"
#include "learn/duel_opponents.h"
#include "learn/learning_attacker.h"

namespace afterstate {

/// Learns from games on one thread; other threads may learn with the same network.
template <class Network, class Credit>
class AttackLearner {
 public:
  using Board = typename Network::Board;

  AttackLearner(Network& network, const Phase& phase, const DuelTask& duel)
      : start_(duel.start),
        random_share_(duel.random_share),
        opponents_(duel),
        attacker_(network, phase, law_of(duel.rule)) {}

  /// Plays a game to its end; returns the number of slides.
  std::uint64_t learn_from_round(std::uint64_t seed, std::uint64_t game, SpawnLaw law) {
    const GameRandom random{seed, game, law};
    opponents_.new_game(seed, game);
    attacker_.new_game();
    std::uint32_t turn = 0;
    for (auto board = first_board(random); !is_over(board); ++turn) {
      const auto slid = slide(board, opponents_.slide(packed(board), turn)).value();
      board = placed(slid.afterstate, slid.reward, random.draw(turn + start_spawns));
    }
    return turn;
  }

  const std::vector<StageStatistics>& stages() const { return attacker_.stages(); }

  /// The boards that were valued so far; not those of opponents.
  std::uint64_t boards() const { return attacker_.boards(); }

 private:
  Board first_board(const GameRandom& random) {
    if (start_ == DuelStart::empty) return placed(Board{}, 0, random.draw(0));
    const auto board = random.template start<Board>();
    attacker_.follow(board, 0);
    return board;
  }

  Board placed(const Board& afterstate, std::uint32_t reward, const RandomBlock& draw) {
    const bool random = is_random_placement(draw, random_share_);
    return with_spawn(afterstate, attacker_.place(afterstate, reward, random ? &draw : nullptr));
  }

  static bool is_over(const Board& board) { return empty_count(board) == 0 && legal_moves(board).empty(); }

  DuelStart start_;
  double random_share_;
  DuelOpponents opponents_;
  LearningAttacker<Network, Credit> attacker_;
};

}  // namespace afterstate
