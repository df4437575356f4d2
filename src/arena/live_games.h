// Games for somebody to watch: one after the other, a move at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "arena/games.h"
#include "game/direction.h"

namespace afterstate {

/// A board as it is now, and how it came about.
struct LivePosition {
  std::vector<int> exponents;
  std::uint32_t score = 0;
  std::uint64_t game = 0;  ///< from 0
  std::uint32_t moves = 0;
  std::optional<Direction> last{};  ///< the move that led here; nothing at the start
};

class LiveGames {
 public:
  LiveGames() = default;
  virtual ~LiveGames() = default;
  LiveGames(const LiveGames&) = delete;
  LiveGames& operator=(const LiveGames&) = delete;

  /// Makes a move: `chosen`, which is legal, or the player's. Where the game is over, begins the next instead, and
  /// gives what came of this one.
  virtual std::optional<Outcome> step(std::optional<Direction> chosen) = 0;

  virtual LivePosition position() const = 0;
};

/// Games by the plan's player, without end: it refers to the plan's network or database. The first goes on from a board
/// of the plan's size and its score where one is given.
std::unique_ptr<LiveGames> live_games(const GamesPlan& plan, const std::vector<int>& start = {},
                                      std::uint32_t score = 0);

}  // namespace afterstate
