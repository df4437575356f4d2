// Takes the best move by the exact values of a database.
#pragma once

#include "arena/move_values.h"
#include "arena/player.h"

namespace afterstate {

template <class Board>
class PerfectPlayer final : public Player<Board> {
 public:
  explicit PerfectPlayer(const ValueDatabase& database) : database_(database) {}

  std::optional<Direction> choose(const Board& board, const Chance& /*chance*/, std::uint32_t /*turn*/) override {
    return move_values(database_, board).best();
  }

 private:
  const ValueDatabase& database_;
};

}  // namespace afterstate
