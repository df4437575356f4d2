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
  }

  /// Places a tile on an afterstate to which a slide with this reward led: the one with the least value, or one drawn
  /// from random bits.
  Spawn place(const Board& afterstate, std::uint32_t reward, const RandomBlock* random) {
    const Spawn spawn = random != nullptr ? draw_spawn(afterstate, law_, *random) : worst_(afterstate, 0);
    follow(with_spawn(afterstate, spawn), reward);
    return spawn;
  }

  /// Learns from a board after a placement, whoever chose it.
  void follow(const Board& board, std::uint32_t reward) {
    score_ += reward;
    if (empty_count(board) == 0 && legal_moves(board).empty()) {
      credit_.finish(network_, static_cast<float>(reward));
      stages_.finish(score_);
      return;
    }
    const int stage = network_.stage(board);
    const float value = looked_up(board, stage);
    if (stages_.count(stage)) [[unlikely]]
      stages_.arrive(stage, score_, value);
    credit_.add({board, lookups_.data(), static_cast<float>(reward), value, false});
    credit_.learn_due(network_);
  }

  const std::vector<StageStatistics>& stages() const { return stages_.stages(); }

  /// The boards that were valued so far.
  std::uint64_t boards() const { return worst_.boards() + boards_; }

 private:
  /// The value of the board, with its lookups; weights that are zero are promoted.
  float looked_up(const Board& board, int stage) {
    ++boards_;
    network_.look_up(board, stage, lookups_.data());
    if (!network_.promotes()) return network_.value(lookups_.data());
    unset_.clear();
    const float value = network_.value(board, stage, lookups_.data(), unset_);
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
  std::uint32_t score_ = 0;
  std::uint64_t boards_ = 0;
};

}  // namespace afterstate
