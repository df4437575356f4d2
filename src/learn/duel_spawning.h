// Where the tiles come from when a defender learns: an opponent, the placement that its own network likes least, or an
// attacker that learns too; and, for a share of the placements, chance.
#pragma once

#include <cstdint>
#include <optional>

#include "learn/duel_opponents.h"
#include "learn/learning_attacker.h"

namespace afterstate {

template <class Network, class Credit>
class DuelSpawning {
 public:
  using Board = typename Network::Board;

  /// `attacker` is the network of an attacker that learns too, or null.
  DuelSpawning(const Network& defender, Network* attacker, const Phase& phase, const DuelTask& duel)
      : law_(law_of(duel.rule)),
        start_(duel.start),
        random_share_(duel.random_share),
        opponents_(duel),
        worst_(NetworkValue<Network>{defender}, law_) {
    if (attacker != nullptr) attacker_.emplace(*attacker, phase, law_);
  }

  void new_game(std::uint64_t seed, std::uint64_t game) {
    opponents_.new_game(seed, game);
    if (attacker_) attacker_->new_game();
  }

  template <class>
  Board first_board(const GameRandom& random) {
    if (start_ == DuelStart::two) {
      const auto board = random.template start<Board>();
      if (attacker_) attacker_->follow(board, 0);
      return board;
    }
    draw_ = random.draw(0);
    reward_ = 0;
    return with_spawn(Board{}, placed(Board{}, 0));
  }

  DuelSpawning& spawner(const GameRandom& random) {
    random_ = random;
    return *this;
  }

  // As a spawner:

  void prepare(std::uint32_t turn) { draw_ = random_.draw(turn + start_spawns); }

  /// Of the slide that led to the next afterstate.
  void reward(std::uint32_t reward) { reward_ = reward; }

  Spawn operator()(const Board& afterstate, std::uint32_t turn) { return placed(afterstate, turn + start_spawns); }

  /// The boards that were valued so far; not those of opponents.
  std::uint64_t boards() const { return worst_.boards() + (attacker_ ? attacker_->boards() : 0); }

  const LearningAttacker<Network, Credit>& attacker() const { return *attacker_; }

 private:
  Spawn placed(const Board& afterstate, std::uint32_t number) {
    const bool random = is_random_placement(draw_, random_share_);
    if (attacker_) return attacker_->place(afterstate, reward_, random ? &draw_ : nullptr);
    if (random) return draw_spawn(afterstate, law_, draw_);
    if (!opponents_.empty()) return opponents_.place(packed(afterstate), number);
    return worst_(afterstate, number);
  }

  SpawnLaw law_;
  DuelStart start_;
  double random_share_;
  DuelOpponents opponents_;
  WorstSpawner<NetworkValue<Network>> worst_;
  std::optional<LearningAttacker<Network, Credit>> attacker_;
  GameRandom random_{0, 0, {}};
  RandomBlock draw_{};
  std::uint32_t reward_ = 0;
};

}  // namespace afterstate
