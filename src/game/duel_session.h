// A player of the two-player game, as games see it.
#pragma once

#include <cstdint>
#include <vector>

#include "game/direction.h"
#include "game/game_random.h"
#include "game/packed_board.h"
#include "game/spawn.h"

namespace afterstate {

/// Plays one side, or both, of one game at a time.
class DuelSession {
 public:
  DuelSession() = default;
  virtual ~DuelSession() = default;
  DuelSession(const DuelSession&) = delete;
  DuelSession& operator=(const DuelSession&) = delete;

  virtual void new_game() {}

  /// Where to place which tile; a cell is empty. `random` and `turn` are for players that choose at random.
  virtual Spawn place(const PackedBoard& afterstate, const GameRandom& random, std::uint32_t turn);

  /// Where to slide; a slide is legal.
  virtual Direction slide(const PackedBoard& board, const GameRandom& random, std::uint32_t turn);

  /// What place() and slide() may give, all equally likely. By default the one that they give.
  virtual std::vector<Spawn> placements(const PackedBoard& afterstate);
  virtual DirectionSet slides(const PackedBoard& board);
};

}  // namespace afterstate
