// Episodes that are learned from while they are played (Jaskowski 2018, alg. 1).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "game/chance.h"
#include "learn/credit.h"
#include "learn/starts.h"
#include "value/candidates.h"

namespace afterstate {

/// Learns from games with one network, on one thread; others may learn with the same network.
template <class Network, class Credit>
class EpisodeLearner {
 public:
  using Board = typename Network::Board;

  EpisodeLearner(Network& network, const Phase& phase, SharedFirstBoards& first_boards)
      : network_(network),
        phase_(phase),
        candidates_(network),
        before_(static_cast<std::size_t>(network.tuple_count())),
        credit_(network, phase),
        starts_(phase, network.shape().staging.count(), first_boards),
        first_boards_(first_boards),
        stages_(static_cast<std::size_t>(network.shape().staging.count())) {}

  /// Plays a new game to its end, and the episodes that follow from it; gives the number of actions.
  std::uint64_t learn_from_round(std::uint64_t seed, std::uint64_t game, SpawnLaw law) {
    const auto chance_of = [&](std::uint32_t episode) { return Chance{seed, game, law, episode}; };
    std::uint64_t actions = 0;
    std::uint32_t episode = 0;
    moves_.clear();
    for (std::optional start{starts_.first(chance_of(0))}; start;) {
      const auto chance = chance_of(episode);
      actions += learn_from_episode(*start, chance);
      start = starts_.after(*start, moves_, chance_of(++episode));
    }
    return actions;
  }

  /// What was met in each stage so far.
  const std::vector<StageLearned>& stages() const { return stages_; }

 private:
  using Move = typename Candidates<Network>::Best;

  /// A stage that the episode came to, and what was hoped for then.
  struct Arrival {
    std::size_t stage;
    std::uint64_t score;  ///< before the move
    float predicted;      ///< what the move and the rest of the game would add
  };

  std::uint64_t learn_from_episode(const EpisodeStart<Board>& start, const Chance& chance) {
    auto board = start.board;
    auto turn = start.turn;
    arrivals_.clear();
    score_ = 0;
    latest_stage_ = start.is_new_game ? -1 : network_.stage(board);
    if (starts_.needs_moves()) moves_.resize(turn);
    credit_.begin();
    if (start.before) {
      network_.look_up(*start.before, before_.data());
      credit_.add({*start.before, before_.data(), 0, 0, is_frozen(network_.stage(*start.before))});
    }
    for (;; ++turn) {
      candidates_.look_up(board);
      // What is due from the move before is learned here, while the memory of the candidates is on its way.
      credit_.learn_due(network_);
      if (candidates_.empty()) break;
      const auto lot = chance.lot(turn + start_spawns);  // early: nothing but the choice should be waited for
      const auto chosen = explores() ? explored(chance, turn) : candidates_.best();
      const auto& move = *chosen.move;
      const int stage = move.stage;
      ++stages_[static_cast<std::size_t>(stage)].actions;
      if (stage > latest_stage_) [[unlikely]]
        arrive(stage, chosen);
      score_ += move.reward;
      credit_.add({move.afterstate, move.lookups, static_cast<float>(move.reward), chosen.value, is_frozen(stage)});
      if (starts_.needs_moves()) moves_.push_back({board, move.afterstate});
      board = with_spawn(move.afterstate, chance.spawn(move.afterstate, lot));
    }
    credit_.finish(network_);
    compare_predictions();
    return turn - start.turn;
  }

  bool is_frozen(int stage) const { return stage < phase_.stage; }

  bool explores() const { return phase_.epsilon > 0 || phase_.temperature > 0; }

  /// A move at random with chance epsilon; or one by lot, the better ones more often.
  Move explored(const Chance& chance, std::uint32_t turn) {
    const auto lot = chance.choice(turn + start_spawns);
    const auto count = candidates_.moves().size();
    if (phase_.temperature == 0) {
      if (uniform_unit(lot.first) >= static_cast<double>(phase_.epsilon)) return candidates_.best();
      return candidates_.valued_move(uniform_below(lot.second, count));
    }
    const auto moves = candidates_.valued_moves();
    const auto total_of = [&](std::size_t move) { return static_cast<double>(moves[move].total); };
    double best = total_of(0);
    for (std::size_t move = 1; move < count; ++move) best = std::max(best, total_of(move));
    std::array<double, 4> weights{};
    double sum = 0;
    for (std::size_t move = 0; move < count; ++move)
      sum += weights[move] = std::exp((total_of(move) - best) / static_cast<double>(phase_.temperature));
    double left = uniform_unit(lot.first) * sum;
    std::size_t chosen = 0;
    while (chosen + 1 < count && left >= weights[chosen]) left -= weights[chosen++];
    return moves[chosen];
  }

  /// The first afterstate of a stage in this episode.
  void arrive(int stage, const Move& chosen) {
    const auto& afterstate = chosen.move->afterstate;
    if (stage > 0) first_boards_.add(stage, {afterstate.nibbles(), afterstate.beyond()});
    arrivals_.push_back({static_cast<std::size_t>(stage), score_, chosen.total});
    latest_stage_ = stage;
  }

  void compare_predictions() {
    for (const auto& arrival : arrivals_) {
      auto& stage = stages_[arrival.stage];
      ++stage.games;
      stage.predicted += static_cast<double>(arrival.predicted);
      stage.realised += static_cast<double>(score_ - arrival.score);
    }
  }

  Network& network_;
  const Phase& phase_;
  Candidates<Network> candidates_;
  std::vector<typename Network::Lookups> before_;
  Credit credit_;
  Starts<Board> starts_;
  SharedFirstBoards& first_boards_;
  std::vector<StageLearned> stages_;
  std::vector<Arrival> arrivals_;
  std::vector<PlayedMove<Board>> moves_;  ///< of the game, where episodes start again in its middle
  std::uint64_t score_ = 0;               ///< of the episode
  int latest_stage_ = 0;
};

}  // namespace afterstate
