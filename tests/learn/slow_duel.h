// Learning the two-player game, one board after another, and its exact values. Shares with the fast implementation only
// the rules of the game, its random numbers, and the order of summation.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "game/game_random.h"
#include "game/slide.h"
#include "learn/slow_credit.h"

namespace afterstate {

/// All placements of a rule, cell by cell, the 2 before the 4.
template <class Board>
std::vector<Spawn> slow_placements(const Board& afterstate, bool fours) {
  std::vector<Spawn> placements;
  for (int cell = 0; cell < Board::cells; ++cell)
    for (int exponent = 1; exponent <= (fours ? 2 : 1); ++exponent)
      if (afterstate.exponent(cell) == 0) placements.push_back({cell, exponent});
  return placements;
}

template <class Board>
bool slow_is_over(const Board& board) {
  return std::ranges::none_of(all_directions, [&](Direction way) { return slide(board, way).has_value(); });
}

/// Who plays a side that does not learn.
template <class Board>
struct SlowOpponent {
  std::function<Spawn(const Board& afterstate)> place;
  std::function<Direction(const Board& board)> slide;
};

template <class Board>
class SlowDuel {
 public:
  /// The networks that learn; an attacker that does not learn is the opponent, or else the worst placement by the
  /// defender's network. The defender always has a network or is the opponent.
  SlowDuel(std::optional<NetworkShape> defender, std::optional<NetworkShape> attacker, bool fours, bool start_empty,
           double share, SlowOpponent<Board> opponent = {})
      : fours_(fours), start_empty_(start_empty), share_(share), opponent_(std::move(opponent)) {
    if (defender) defender_.emplace(*defender);
    if (attacker) attacker_.emplace(*attacker);
  }

  void learn_from_game(const Phase& phase, std::uint64_t seed, std::uint64_t game) {
    random_ = GameRandom{seed, game, {fours_ ? 0.1 : 0.0}};
    if (defender_) defender_->credit.begin(phase);
    if (attacker_) attacker_->credit.begin(phase);
    Board board;
    if (start_empty_) {
      board = placed(Board{}, 0, 0);
    } else {
      board = random_.start<Board>();
      if (attacker_) attack(board, 0);
    }
    float last_target = 0;
    for (std::uint32_t turn = 0;; ++turn) {
      if (defender_ && defender_->credit.time() > 1) defender_->credit.learn_forward(last_target);
      if (slow_is_over(board)) break;
      const auto [slid, total] = chosen(board);
      if (defender_) defender_->credit.add(slid.afterstate, static_cast<float>(slid.reward));
      last_target = total;
      ++actions_;
      board = placed(slid.afterstate, slid.reward, turn + 2);
    }
    if (!defender_) return;
    if (defender_->credit.time() > 0) defender_->credit.learn_forward(0);
    defender_->credit.finally(0);
  }

  std::uint64_t actions() const { return actions_; }
  const SlowNetwork<Board>& defender() const { return defender_->network; }
  const SlowNetwork<Board>& attacker() const { return attacker_->network; }

 private:
  struct Learning {
    explicit Learning(const NetworkShape& shape) : network(shape) {}
    SlowNetwork<Board> network;
    SlowCredit<Board> credit{network};
  };

  std::pair<Slid<Board>, float> chosen(const Board& board) {
    if (!defender_) return {*slide(board, opponent_.slide(board)), 0};
    std::optional<std::pair<Slid<Board>, float>> best;
    for (const auto way : all_directions)
      if (const auto slid = slide(board, way)) {
        const float total = static_cast<float>(slid->reward) + defender_->network.promoting_value(slid->afterstate);
        if (!best || total > best->second) best.emplace(*slid, total);
      }
    return *best;
  }

  Board placed(const Board& afterstate, std::uint32_t reward, std::uint32_t number) {
    const auto low_bits = random_.draw(number).first & 0xffff'ffffU;
    const bool by_chance = static_cast<double>(low_bits) / 4294967296.0 < share_;
    const Spawn spawn = by_chance ? random_.spawn(afterstate, number) : hostile(afterstate);
    auto board = afterstate;
    board.set_exponent(spawn.cell, spawn.exponent);
    if (attacker_) attack(board, reward);
    return board;
  }

  Spawn hostile(const Board& afterstate) {
    if (!attacker_ && opponent_.place) return opponent_.place(afterstate);
    Spawn worst{};
    float least = std::numeric_limits<float>::infinity();
    for (const auto spawn : slow_placements(afterstate, fours_)) {
      auto board = afterstate;
      board.set_exponent(spawn.cell, spawn.exponent);
      const float value = slow_is_over(board) ? 0 : attacker_ ? attacker_->network.value(board) : best_slide(board);
      if (value < least) {
        least = value;
        worst = spawn;
      }
    }
    return worst;
  }

  float best_slide(const Board& board) const {
    float best = -std::numeric_limits<float>::infinity();
    for (const auto way : all_directions)
      if (const auto slid = slide(board, way))
        best = std::max(best, static_cast<float>(slid->reward) + defender_->network.value(slid->afterstate));
    return best;
  }

  /// What the attacker learns from a board after a placement.
  void attack(const Board& board, std::uint32_t reward) {
    auto& credit = attacker_->credit;
    const auto gained = static_cast<float>(reward);
    if (slow_is_over(board)) {
      if (credit.time() > 0) credit.learn_forward(gained);
      credit.finally(gained);
      return;
    }
    const float value = attacker_->network.promoting_value(board);
    credit.add(board, gained);
    if (credit.time() > 1) credit.learn_forward(gained + value);
  }

  bool fours_;
  bool start_empty_;
  double share_;
  SlowOpponent<Board> opponent_;
  std::optional<Learning> defender_;
  std::optional<Learning> attacker_;
  GameRandom random_{0, 0, {}};
  std::uint64_t actions_ = 0;
};

/// The exact value of the empty board if a placement is random with probability `share` and hostile otherwise, and both
/// sides know it and play perfectly.
template <class Board>
class SlowDuelValue {
 public:
  SlowDuelValue(bool fours, double share) : fours_(fours), share_(share) {}

  double of_afterstate(const Board& afterstate) {
    if (const auto found = known_.find(afterstate); found != known_.end()) return found->second;
    double least = std::numeric_limits<double>::infinity();
    double mean = 0;
    const auto placements = slow_placements(afterstate, fours_);
    const auto cells = static_cast<double>(placements.size()) / (fours_ ? 2 : 1);
    for (const auto spawn : placements) {
      auto board = afterstate;
      board.set_exponent(spawn.cell, spawn.exponent);
      const double value = of_board(board);
      least = std::min(least, value);
      mean += value / cells * (!fours_ ? 1 : spawn.exponent == 1 ? 0.9 : 0.1);
    }
    return known_[afterstate] = share_ * mean + (1 - share_) * least;
  }

  double of_board(const Board& board) {
    double best = 0;
    for (const auto way : all_directions)
      if (const auto slid = slide(board, way))
        best = std::max(best, static_cast<double>(slid->reward) + of_afterstate(slid->afterstate));
    return best;
  }

 private:
  bool fours_;
  double share_;
  std::unordered_map<Board, double> known_;
};

}  // namespace afterstate
