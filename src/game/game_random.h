// The random numbers of one game, keyed by seed, game, turn and purpose: a game is the same on any number of threads,
// and two players get the same spawns.
#pragma once

#include <cstdint>

#include "base/random.h"
#include "game/spawn.h"

namespace afterstate {

class GameRandom {
 public:
  /// `episode`: a game can be continued from one of its boards more than once, each time with different random numbers.
  constexpr GameRandom(std::uint64_t seed, std::uint64_t game, SpawnLaw law, std::uint32_t episode = 0)
      : seed_(seed), game_(game), law_(law), episode_(episode) {}

  /// The `number`-th spawn of the game; 0 and 1 make the initial board.
  template <class Board>
  Spawn spawn(const Board& board, std::uint32_t number) const {
    return spawn(board, draw(number));
  }

  /// The same in two steps: the random bits can be drawn before the board is known.
  RandomBlock draw(std::uint32_t number) const { return block(number, Purpose::spawn); }
  template <class Board>
  Spawn spawn(const Board& board, RandomBlock draw) const {
    return draw_spawn(board, law_, draw);
  }

  /// The random bits for a player that chooses its move in `turn` at random.
  RandomBlock choice(std::uint32_t turn) const { return block(turn, Purpose::choice); }

  /// A game starts with two spawns on an empty board.
  template <class Board>
  Board start() const {
    const Board one = with_spawn(Board{}, spawn(Board{}, 0));
    return with_spawn(one, spawn(one, 1));
  }

 private:
  enum class Purpose : std::uint32_t { spawn, choice };
  static constexpr std::uint32_t purposes = 2;

  RandomBlock block(std::uint32_t step, Purpose purpose) const {
    return random_block(seed_, game_, step, episode_ * purposes + static_cast<std::uint32_t>(purpose));
  }

  std::uint64_t seed_;
  std::uint64_t game_;
  SpawnLaw law_;
  std::uint32_t episode_;
};

/// Spawns before the first move; the spawn after the move of turn t has the number t + 2.
inline constexpr std::uint32_t start_spawns = 2;

}  // namespace afterstate
