// A game on a board of a size that is known at run time only: GameState for code that is not worth a template.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "game/direction.h"
#include "game/game_random.h"
#include "game/packed_board.h"

namespace afterstate {

struct PackedGame {
  /// Puts the tile that follows a slide, as a Spawner does (game/game_state.h).
  using PackedSpawner = std::function<Spawn(const PackedBoard& afterstate, std::uint32_t turn)>;

  Size size{};
  PackedBoard board{};
  std::uint32_t score = 0;
  std::uint32_t turn = 0;  ///< moves made

  /// A new game: two random tiles on an empty board.
  static PackedGame start(Size size, const GameRandom& random);

  bool over() const;

  /// The exponent of the largest tile, 0 for an empty board.
  int max_exponent() const;

  /// Makes the slide; gives the spawn that followed, or nothing if the slide is illegal.
  std::optional<Spawn> step(Direction direction, const PackedSpawner& spawner);

  /// The same with spawns by chance.
  std::optional<Spawn> step(Direction direction, const GameRandom& random);
};

}  // namespace afterstate
