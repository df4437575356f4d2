// The randomness of one game, keyed by seed, game, turn and purpose: a game is the same game on any number of threads,
// and two players meet the same spawns.
#pragma once

#include <cstdint>

#include "base/random.h"
#include "game/spawn.h"

namespace afterstate {

class Chance {
 public:
  /// `episode`: a game can be played on from somewhere more than once, each time by other lots.
  constexpr Chance(std::uint64_t seed, std::uint64_t game, SpawnLaw law, std::uint32_t episode = 0)
      : seed_(seed), game_(game), law_(law), episode_(episode) {}

  /// The `number`-th spawn of the game; 0 and 1 make the start.
  template <class Board>
  Spawn spawn(const Board& board, std::uint32_t number) const {
    return spawn(board, lot(number));
  }

  /// The same in two steps: the lot can be drawn before the board is known.
  RandomBlock lot(std::uint32_t number) const { return block(number, Purpose::spawn); }
  template <class Board>
  Spawn spawn(const Board& board, RandomBlock lot) const {
    return draw_spawn(board, law_, lot);
  }

  /// What a player that chooses by lot may draw from in its `turn`.
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
