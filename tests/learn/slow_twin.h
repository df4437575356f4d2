// Learning as described in the papers: one afterstate after another. Shares with the fast implementation only the rules
// of the game, its random numbers, and the order of summation.
#pragma once

#include <cmath>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "game/game_random.h"
#include "game/slide.h"
#include "learn/plan.h"
#include "learn/slow_credit.h"
#include "learn/slow_network.h"

namespace afterstate {

template <class Board>
class SlowLearner {
 public:
  SlowLearner(NetworkShape shape, SpawnLaw law, std::uint64_t seed)
      : network_(std::move(shape)), law_(law), seed_(seed) {}

  /// One round of the phase: its episodes up to the next new game.
  void learn_from_round(const Phase& phase, std::uint64_t game) {
    phase_ = phase;
    game_ = game;
    switch (phase_.start) {
      case Start::game: new_game(); break;
      case Start::restart: restarts(); break;
      case Start::carousel: carousel(); break;
      case Start::stage:
        if (first_boards(phase_.stage).empty())
          new_game();
        else
          from_first_board(phase_.stage, 0);
        break;
      case Start::boards: from_boards(); break;
    }
  }

  /// Where episodes of Start::boards start, by stage.
  std::vector<std::vector<Board>> given;

  /// Chooses the moves, if there is one.
  std::function<Direction(const Board&)> demonstrator;

  /// The values that replace those of the network, if there are any.
  std::function<std::optional<float>(const Board&)> known = [](const Board&) { return std::nullopt; };

  const SlowNetwork<Board>& network() const { return network_; }
  std::uint64_t actions() const { return actions_; }

  /// The actions that led to the stage.
  std::uint64_t actions(int stage) { return stage_actions_[stage]; }

  /// The latest afterstates that were the first of the stage in their episode, oldest first.
  const std::deque<Board>& first_boards(int stage) { return first_boards_[stage]; }

 private:
  struct Choice {
    Slid<Board> slid;
    float total;  // reward and value
    bool known = false;
  };

  /// Where an episode starts.
  struct Beginning {
    Board board;
    std::size_t turn = 0;
    std::optional<Board> before{};  // an afterstate that is also learned from
    int stage = -1;                 // the highest that the episode has been in; none yet
  };

  GameRandom chance_of(std::uint32_t episode) const { return {seed_, game_, law_, episode}; }

  void new_game() {
    const auto chance = chance_of(0);
    play({chance.template start<Board>()}, chance);
  }

  /// Matsuzaki 2017, algorithm 3, with times counted from 0.
  void restarts() {
    std::vector<Board> states{chance_of(0).template start<Board>()};  // s
    std::vector<Board> afterstates;                                   // s'
    std::size_t start = 0;
    for (std::uint32_t episode = 0;; ++episode) {
      states.resize(start + 1);
      afterstates.resize(start);
      Beginning beginning{states.back(), start};
      if (start > 0) {
        beginning.before = afterstates.back();  // where BACKWARDLEARNING(t_start, t) ends
        beginning.stage = network_.stage_of(states.back());
      }
      const auto moves = play(beginning, chance_of(episode));
      for (const auto& [afterstate, state] : moves) {
        afterstates.push_back(afterstate);
        states.push_back(state);
      }
      const auto end = afterstates.size();
      start = (start + end) / 2;
      if (end - start <= static_cast<std::size_t>(phase_.restart_length)) return;
    }
  }

  /// Jaskowski 2018, algorithm 5, whose stages count from 1; once around the carousel.
  void carousel() {
    new_game();
    for (int stage = 1; stage < network_.shape().staging.count(); ++stage) {
      if (first_boards(stage).empty()) return;
      from_first_board(stage, static_cast<std::uint32_t>(stage));
    }
  }

  void from_first_board(int stage, std::uint32_t episode) { from_one_of(first_boards(stage), episode); }

  template <class Boards>
  void from_one_of(const Boards& boards, std::uint32_t episode) {
    const auto chance = chance_of(episode);
    const auto afterstate = boards[uniform_below(chance.choice(0).first, boards.size())];
    const auto board = with_spawn(afterstate, chance.spawn(afterstate, 0));
    play({.board = board, .stage = network_.stage_of(board)}, chance);
  }

  /// A given board of the first stage, then one of each later stage: of its own games or a given one, at random. Stages
  /// without given boards are passed over.
  void from_boards() {
    const int stages = network_.shape().staging.count();
    int stage = phase_.stage;
    for (std::uint32_t episode = 0; stage < stages; ++episode, ++stage) {
      const bool own = episode > 0 && chance_of(episode).choice(1).first % 2 == 0;
      if (own && !first_boards(stage).empty()) {
        from_first_board(stage, episode);
        continue;
      }
      while (stage < stages && given[static_cast<std::size_t>(stage)].empty()) ++stage;
      if (stage < stages) from_one_of(given[static_cast<std::size_t>(stage)], episode);
    }
  }

  /// Jaskowski 2018, algorithm 1. Returns the afterstates that were made, each with the board after its spawn.
  std::vector<std::pair<Board, Board>> play(Beginning beginning, const GameRandom& chance) {
    auto& [board, first_turn, before, highest_stage] = beginning;
    std::vector<std::pair<Board, Board>> moves;
    credit_.begin(phase_);
    const bool ends_where_known = uniform_unit(chance.choice(1).second) < static_cast<double>(phase_.table_end);
    if (before) credit_.add(*before, 0);  // the reward of a move that is not repeated: nothing is learned from it
    for (auto turn = static_cast<std::uint32_t>(first_turn); !legal_moves(board).empty(); ++turn) {
      const auto [slid, total, is_known] = choose(board, chance.choice(turn + start_spawns));
      const auto& afterstate = slid.afterstate;
      if (network_.has_passed_goal(afterstate) || (is_known && ends_where_known)) {  // the end, with what it is worth
        ++actions_;
        if (credit_.time() > 0) credit_.learn_forward(total);
        credit_.finally(total);
        moves.emplace_back(afterstate, afterstate);  // nobody goes on from there
        return moves;
      }
      const int stage = network_.stage_of(afterstate);
      if (stage > highest_stage && stage > 0) keep(afterstate, stage);
      highest_stage = std::max(highest_stage, stage);
      ++actions_;
      ++stage_actions_[stage];
      if (credit_.time() > 0) credit_.learn_forward(total);
      credit_.add(afterstate, static_cast<float>(slid.reward));
      board = with_spawn(afterstate, chance.spawn(afterstate, turn + start_spawns));
      moves.emplace_back(afterstate, board);
    }
    if (credit_.time() > 0) credit_.learn_forward(0);
    credit_.finally(0);
    return moves;
  }

  void keep(const Board& afterstate, int stage) {
    auto& boards = first_boards_[stage];
    boards.push_back(afterstate);
    if (boards.size() > 1000) boards.pop_front();
  }

  Choice valued(const Slid<Board>& slid) {
    const float value = network_.promoting_value(slid.afterstate);
    if (!network_.has_passed_goal(slid.afterstate))
      if (const auto better = known(slid.afterstate)) return {slid, static_cast<float>(slid.reward) + *better, true};
    return {slid, static_cast<float>(slid.reward) + value};
  }

  Choice choose(const Board& board, RandomBlock lot) {
    if (demonstrator) return valued(slide(board, demonstrator(board)).value());
    std::vector<Slid<Board>> legal;
    for (const auto direction : all_directions)
      if (const auto slid = slide(board, direction)) legal.push_back(*slid);
    if (uniform_unit(lot.first) < static_cast<double>(phase_.epsilon))
      return valued(legal[uniform_below(lot.second, legal.size())]);
    std::vector<Choice> choices;
    for (const auto& slid : legal) choices.push_back(valued(slid));
    const auto best = *std::ranges::max_element(choices, {}, &Choice::total);  // the first of them
    if (phase_.temperature == 0) return best;
    std::vector<double> chances;
    double sum = 0;
    for (const auto& choice : choices) {
      const auto below_best = static_cast<double>(choice.total) - static_cast<double>(best.total);
      chances.push_back(std::exp(below_best / static_cast<double>(phase_.temperature)));
      sum += chances.back();
    }
    double left = uniform_unit(lot.first) * sum;
    for (std::size_t n = 0; n < choices.size(); ++n) {
      if (left < chances[n]) return choices[n];
      left -= chances[n];
    }
    return choices.back();
  }

  SlowNetwork<Board> network_;
  SpawnLaw law_;
  std::uint64_t seed_;
  Phase phase_{};
  std::uint64_t game_ = 0;
  std::uint64_t actions_ = 0;
  std::map<int, std::uint64_t> stage_actions_;
  std::map<int, std::deque<Board>> first_boards_;
  SlowCredit<Board> credit_{network_};
};

}  // namespace afterstate
