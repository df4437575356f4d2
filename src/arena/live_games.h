// Games for somebody to watch: one after the other, one move at a time.
#pragma once

#include <cstdint>
#include <optional>

#include "arena/game.h"
#include "game/packed_game.h"

namespace afterstate {

/// Games on a board of a given size, with spawns by chance. The caller chooses the moves.
class LiveGames {
 public:
  /// The first game continues from `start` and its score if there is one.
  LiveGames(Size size, SpawnLaw law, std::uint64_t seed, const std::optional<PackedBoard>& start = {},
            std::uint32_t score = 0);

  /// Makes a legal move; without one the game is over, its outcome is returned and the next game begins.
  std::optional<Outcome> step(std::optional<Direction> move);

  const PackedGame& position() const { return state_; }
  std::uint64_t game() const { return game_; }                  ///< from 0
  std::optional<Direction> last_move() const { return last_; }  ///< nothing at the start of a game

  /// The random numbers of the current game, for engines that choose at random.
  GameRandom random() const { return {seed_, game_, law_}; }

 private:
  SpawnLaw law_;
  std::uint64_t seed_;
  std::uint64_t game_ = 0;
  PackedGame state_;
  std::optional<Direction> last_;
};

}  // namespace afterstate
