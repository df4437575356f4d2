// An attacker that learns: it places tiles, and learns the values of the boards after its placements. What follows such
// a board is the reward of the defender's slide and the value of the board after the next placement; 0 if the slide is
// answered by a placement after which no slide is legal.
#pragma once

#include <cstdint>
#include <vector>

#include "game/duel.h"
#include "learn/credit.h"
#include "learn/stage_counts.h"
#include "network/network_value.h"
#include "search/worst_spawner.h"

namespace afterstate {

template <class Network, class Credit>
class LearningAttacker {
 public:
  using Board = typename Network::Board;

  LearningAttacker(Network& network, const Phase& phase, SpawnLaw law)
      : network_(network),
        law_(law),
        worst_(NetworkValue<Network>{network}, law, Role::attack),
        lookups_(static_cast<std::size_t>(network.tuple_count())),
        credit_(network, phase),
        stages_(network.shape().staging.count()) {}

  void new_game() {
    credit_.begin();
    stages_.begin(-1);
    score_ = 0;
    is_due_ = false;
  }

  /// Places a tile on an afterstate to which a slide with this reward led: the one with the least value, or one drawn
  /// from random bits.
  Spawn place(const Board& afterstate, std::uint32_t reward, const RandomBlock* random) {
    learn_due();
    const Spawn spawn = random != nullptr ? draw_spawn(afterstate, law_, *random) : worst_(afterstate, 0);
    follow(with_spawn(afterstate, spawn), reward);
    return spawn;
  }

  /// Learns from a board after a placement, whoever chose it. Its weights are only prefetched here: they are needed
  /// when the defender has answered.
  void follow(const Board& board, std::uint32_t reward) {
    score_ += reward;
    if (empty_count(board) == 0 && legal_moves(board).empty()) {
      credit_.finish(network_, static_cast<float>(reward));
      stages_.finish(score_, StageCounts::End::game_over);
      return;
    }
    board_ = board;
    reward_ = reward;
    stage_ = network_.stage(board);
    network_.look_up(board, stage_, lookups_.data());
    is_due_ = true;
  }

  const std::vector<StageStatistics>& stages() const { return stages_.stages(); }

  /// The boards that were valued so far.
  std::uint64_t boards() const { return worst_.boards() + boards_; }

 private:
  /// Learns from the last placement.
  void learn_due() {
    if (!is_due_) return;
    is_due_ = false;
    const float value = promoted_value();
    if (stages_.count(stage_)) [[unlikely]]
      stages_.arrive(stage_, score_, value);
    credit_.add({board_, lookups_.data(), static_cast<float>(reward_), value, false});
    credit_.learn_due(network_);
  }

  /// The value of the last board; weights that are zero are promoted.
  float promoted_value() {
    ++boards_;
    if (!network_.promotes()) return network_.value(lookups_.data());
    unset_.clear();
    const float value = network_.value(board_, stage_, lookups_.data(), unset_);
    if (unset_.empty()) return value;
    network_.promote(unset_);
    return network_.value(lookups_.data());
  }

  Network& network_;
  SpawnLaw law_;
  WorstSpawner<NetworkValue<Network>> worst_;
  std::vector<typename Network::Lookups> lookups_;
  std::vector<typename Network::Unset> unset_;
  Credit credit_;
  StageCounts stages_;
  Board board_;  ///< after the last placement, with its reward and stage
  std::uint32_t reward_ = 0;
  int stage_ = 0;
  bool is_due_ = false;  ///< it was not learned from yet
  std::uint32_t score_ = 0;
  std::uint64_t boards_ = 0;
};

}  // namespace afterstate
