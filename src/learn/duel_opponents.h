// The opponents of one learning thread in the two-player game.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "game/game_random.h"
#include "learn/duel_learning.h"

namespace afterstate {

class DuelOpponents {
 public:
  explicit DuelOpponents(const DuelTask& duel) {
    for (const auto& make : duel.opponents) sessions_.push_back(make());
  }

  /// Draws the opponent of a game.
  void new_game(std::uint64_t seed, std::uint64_t game) {
    if (sessions_.empty()) return;
    random_ = GameRandom{seed, game, {}, episode_of_opponents};
    drawn_ = uniform_below(random_.draw(0).first, sessions_.size());
    sessions_[drawn_]->new_game();
  }

  bool empty() const { return sessions_.empty(); }
  Spawn place(const PackedBoard& afterstate, std::uint32_t number) {
    return sessions_[drawn_]->place(afterstate, random_, number);
  }
  Direction slide(const PackedBoard& board, std::uint32_t turn) {
    return sessions_[drawn_]->slide(board, random_, turn);
  }

 private:
  /// Keeps the random numbers of opponents apart from those of the game itself.
  static constexpr std::uint32_t episode_of_opponents = 1U << 30;

  std::vector<std::unique_ptr<DuelSession>> sessions_;
  GameRandom random_{0, 0, {}};
  std::size_t drawn_ = 0;
};

/// Whether a placement is random, by the bits from which it would be drawn: draw_spawn() looks at the upper bits of
/// both words.
inline bool is_random_placement(const RandomBlock& draw, double share) {
  return static_cast<double>(static_cast<std::uint32_t>(draw.first)) * 0x1p-32 < share;
}

}  // namespace afterstate
