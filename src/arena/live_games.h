// Games for somebody to watch: one after the other, one move at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "arena/game.h"

namespace afterstate {

/// A board as it is now, and how it came about.
struct LivePosition {
  PackedBoard board;
  std::uint32_t score = 0;
  std::uint64_t game = 0;  ///< from 0
  std::uint32_t moves = 0;
  std::optional<Direction> last{};  ///< the move that led here; nothing at the start
};

/// Games on a board of a given size, with spawns by chance. Whoever holds it chooses the moves.
class LiveGames {
 public:
  LiveGames() = default;
  virtual ~LiveGames() = default;
  LiveGames(const LiveGames&) = delete;
  LiveGames& operator=(const LiveGames&) = delete;

  /// Makes a legal move; without one the game is over, its outcome is returned and the next game begins.
  virtual std::optional<Outcome> step(std::optional<Direction> move) = 0;

  virtual LivePosition position() const = 0;

  /// The random numbers of the current game, for engines that choose at random.
  virtual GameRandom random() const = 0;
};

/// The first game continues from `start` and its score if there is one.
std::unique_ptr<LiveGames> live_games(Size size, SpawnLaw law, std::uint64_t seed,
                                      const std::optional<PackedBoard>& start = {}, std::uint32_t score = 0);

}  // namespace afterstate
