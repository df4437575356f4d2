// Learning as described in the papers: one afterstate after another. Shares with the fast implementation only the rules
// of the game, its random numbers, and the order of summation.
#pragma once

#include <cmath>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "game/game_random.h"
#include "game/slide.h"
#include "learn/plan.h"
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
    }
  }

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

  void from_first_board(int stage, std::uint32_t episode) {
    const auto chance = chance_of(episode);
    const auto& boards = first_boards(stage);
    const auto afterstate = boards[uniform_below(chance.choice(0).first, boards.size())];
    const auto board = with_spawn(afterstate, chance.spawn(afterstate, 0));
    play({.board = board, .stage = network_.stage_of(board)}, chance);
  }

  /// Jaskowski 2018, algorithm 1. Returns the afterstates that were made, each with the board after its spawn.
  std::vector<std::pair<Board, Board>> play(Beginning beginning, const GameRandom& chance) {
    auto& [board, first_turn, before, highest_stage] = beginning;
    std::vector<std::pair<Board, Board>> moves;
    afterstates_ = {Board{}};  // the paper counts from 1
    rewards_ = {0};
    errors_ = {0};
    if (before) {
      afterstates_.push_back(*before);
      rewards_.push_back(0);  // of a move that is not repeated: nothing is learned from it
    }
    for (auto turn = static_cast<std::uint32_t>(first_turn); !legal_moves(board).empty(); ++turn) {
      const auto [slid, total] = choose(board, chance.choice(turn + start_spawns));
      const auto& afterstate = slid.afterstate;
      const int stage = network_.stage_of(afterstate);
      if (stage > highest_stage && stage > 0) keep(afterstate, stage);
      highest_stage = std::max(highest_stage, stage);
      ++actions_;
      ++stage_actions_[stage];
      if (time() > 0) learn_forward(total - network_.stored_value(afterstates_.back()));
      afterstates_.push_back(afterstate);
      rewards_.push_back(static_cast<float>(slid.reward));
      board = with_spawn(afterstate, chance.spawn(afterstate, turn + start_spawns));
      moves.emplace_back(afterstate, board);
    }
    if (time() > 0) learn_forward(-network_.stored_value(afterstates_.back()));
    finally();
    return moves;
  }

  void keep(const Board& afterstate, int stage) {
    auto& boards = first_boards_[stage];
    boards.push_back(afterstate);
    if (boards.size() > 1000) boards.pop_front();
  }

  Choice valued(const Slid<Board>& slid) {
    return {slid, static_cast<float>(slid.reward) + network_.promoting_value(slid.afterstate)};
  }

  Choice choose(const Board& board, RandomBlock lot) {
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

  /// t of algorithm 1.
  int time() const { return static_cast<int>(afterstates_.size()) - 1; }

  float sum_of_errors(int t, int h) const {
    float sum = 0;
    float decay = 1;
    for (int k = 0; k <= h; ++k, decay *= phase_.lambda) sum += errors_[static_cast<std::size_t>(t + k)] * decay;
    return sum;
  }

  /// TD(lambda)UPDATE and TC(lambda)UPDATE, or their delayed forms (algorithms 1 to 4).
  void learn_forward(float error) {
    const int t = time();
    const int h = phase_.horizon;
    errors_.push_back(error);
    if (phase_.credit == CreditKind::delayed && t > h)
      actual_update(t - h, sum_of_errors(t - h, h), sum_of_errors(t - h, h));
    if (phase_.credit != CreditKind::plain) return;
    float decay = 1;
    for (int k = t; k >= std::max(1, t - h); --k, decay *= phase_.lambda) actual_update(k, error * decay, error);
  }

  /// FINALLY of algorithm 3; BACKWARDLEARNING of Matsuzaki 2017, algorithm 2.
  void finally() {
    const int t = time();
    if (phase_.credit == CreditKind::delayed)
      for (int h = phase_.horizon - 1; h >= 0; --h)
        if (t - h >= 1) actual_update(t - h, sum_of_errors(t - h, h), sum_of_errors(t - h, h));
    if (phase_.credit != CreditKind::backward) return;
    for (int k = t; k >= 1; --k) {
      const auto n = static_cast<std::size_t>(k);
      const float target = k == t ? 0 : rewards_[n + 1] + network_.stored_value(afterstates_[n + 1]);
      const float error = target - network_.stored_value(afterstates_[n]);
      actual_update(k, error, error);
    }
  }

  void actual_update(int k, float decayed, float error) {
    const auto& afterstate = afterstates_[static_cast<std::size_t>(k)];
    if (phase_.start == Start::stage && network_.stage_of(afterstate) < phase_.stage) return;
    const auto lookups = network_.lookups(afterstate);
    if (phase_.rule == RuleKind::autostep) return autostep(lookups, decayed);
    const auto m = static_cast<float>(lookups.size());
    for (const auto& key : lookups) {
      auto& weight = network_.weight(key);
      if (phase_.rule == RuleKind::td)
        weight.value += phase_.alpha / m * decayed;
      else
        temporal_coherence(weight, phase_.beta / m * decayed, error);
    }
  }

  void temporal_coherence(SlowWeight& weight, float step, float error) const {
    const float rate = weight.magnitude == 0 ? 1 : std::fabs(weight.errors) / weight.magnitude;
    const float change = rate * step;
    weight.value += change;
    const float added = phase_.accumulate == Accumulate::error ? error : change;
    weight.errors += added;
    weight.magnitude += std::fabs(added);
    if (phase_.forget_above > 0 && weight.magnitude > phase_.forget_above) {
      weight.errors /= 2;
      weight.magnitude /= 2;
    }
  }

  /// Mahmood et al. 2012; a weight that is looked up twice counts as two lookups.
  void autostep(const std::vector<typename SlowNetwork<Board>::Key>& lookups, float error) {
    const float initial_step = phase_.initial_step / static_cast<float>(lookups.size());
    std::vector<float> steps;
    float sum = 0;
    for (const auto& key : lookups) {
      auto& weight = network_.weight(key);
      const float before = weight.step.value_or(initial_step);
      const float product = error * weight.trace;
      const float moved = weight.normaliser + phase_.tau * before * (std::fabs(product) - weight.normaliser);
      weight.normaliser = std::max(std::fabs(product), moved);
      weight.step = weight.normaliser > 0 ? before * std::exp(phase_.mu * product / weight.normaliser) : before;
      steps.push_back(*weight.step);
      sum += *weight.step;
    }
    sum = std::max(sum, 1.0F);
    for (std::size_t n = 0; n < lookups.size(); ++n) {
      auto& weight = network_.weight(lookups[n]);
      const float step = steps[n] / sum;
      weight.value += step * error;
      weight.trace = weight.trace * (1 - step) + step * error;
      weight.step = step;
    }
  }

  SlowNetwork<Board> network_;
  SpawnLaw law_;
  std::uint64_t seed_;
  Phase phase_{};
  std::uint64_t game_ = 0;
  std::uint64_t actions_ = 0;
  std::map<int, std::uint64_t> stage_actions_;
  std::map<int, std::deque<Board>> first_boards_;
  std::vector<Board> afterstates_;
  std::vector<float> rewards_;
  std::vector<float> errors_;
};

}  // namespace afterstate
