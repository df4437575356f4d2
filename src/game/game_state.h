// The one game loop: a board, what it scored, and the step from one board to move on to the next. Whatever plays a game
// (evaluation, live games, replay, undo, learning) advances a GameState; a spawner decides where tiles appear.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>

#include "game/game_random.h"
#include "game/slide.h"
#include "game/spawn.h"

namespace afterstate {

/// Puts the tile that follows a slide: chance (ChanceSpawner), a script (a recorded game), an adversary (WorstSpawner
/// in search/worst_spawner.h) or a person. It is called with the afterstate and the number of the move, from 0. A
/// spawner that has work to do before the afterstate is known may also have `prepare(turn)`.
template <class S, class Board>
concept Spawner = requires(S& spawner, const Board& afterstate, std::uint32_t turn) {
  { spawner(afterstate, turn) } -> std::convertible_to<Spawn>;
};

/// Spawns by chance. The random bits of a turn are drawn by prepare(), before the afterstate is known, so that learning
/// does not wait for them.
class ChanceSpawner {
 public:
  explicit ChanceSpawner(const GameRandom& random) : random_(random) {}

  void prepare(std::uint32_t turn) { draw_ = random_.draw(turn + start_spawns); }

  template <class Board>
  Spawn operator()(const Board& afterstate, std::uint32_t /*turn*/) const {
    return random_.spawn(afterstate, draw_);
  }

 private:
  GameRandom random_;
  RandomBlock draw_{};
};

template <class Board>
struct GameState {
  Board board{};
  std::uint32_t score = 0;
  std::uint32_t turn = 0;  ///< moves made

  /// A new game: two random tiles on an empty board.
  static GameState start(const GameRandom& random) { return {random.template start<Board>()}; }

  bool over() const { return legal_moves(board).empty(); }

  /// Makes a slide that was found already, after spawner.prepare(turn) if there is such a function; gives the spawn.
  template <Spawner<Board> S>
  Spawn advance(const Board& afterstate, std::uint32_t reward, S& spawner) {
    const Spawn spawn = spawner(afterstate, turn);
    board = with_spawn(afterstate, spawn);
    score += reward;
    ++turn;
    return spawn;
  }

  /// Makes the slide; gives the spawn that followed, or nothing if the slide is illegal.
  template <Spawner<Board> S>
  std::optional<Spawn> step(Direction direction, S& spawner) {
    const auto slid = slide(board, direction);
    if (!slid) return std::nullopt;
    if constexpr (requires { spawner.prepare(turn); }) spawner.prepare(turn);
    return advance(slid->afterstate, slid->reward, spawner);
  }
};

}  // namespace afterstate
