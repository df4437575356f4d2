#include "game/packed_game.h"

#include "game/game_state.h"

namespace afterstate {

namespace {

template <class Board>
std::optional<Spawn> step_on(PackedGame& packed_game, Direction direction, auto& spawner) {
  GameState<Board> game{unpacked<Board>(packed_game.board), packed_game.score, packed_game.turn};
  const auto spawn = game.step(direction, spawner);
  packed_game.board = packed(game.board);
  packed_game.score = game.score;
  packed_game.turn = game.turn;
  return spawn;
}

}  // namespace

PackedGame PackedGame::start(Size size, const GameRandom& random) {
  return with_board(size,
                    [&]<class Board>() { return PackedGame{size, packed(GameState<Board>::start(random).board)}; });
}

bool PackedGame::over() const {
  return with_board(size, [&]<class Board>() { return legal_moves(unpacked<Board>(board)).empty(); });
}

int PackedGame::max_exponent() const {
  return with_board(size, [&]<class Board>() { return afterstate::max_exponent(unpacked<Board>(board)); });
}

std::optional<Spawn> PackedGame::step(Direction direction, const PackedSpawner& spawner) {
  return with_board(size, [&]<class Board>() {
    const auto unpacked_spawner = [&](const Board& afterstate, std::uint32_t number) {
      return spawner(packed(afterstate), number);
    };
    return step_on<Board>(*this, direction, unpacked_spawner);
  });
}

std::optional<Spawn> PackedGame::step(Direction direction, const GameRandom& random) {
  return with_board(size, [&]<class Board>() {
    ChanceSpawner spawner{random};
    return step_on<Board>(*this, direction, spawner);
  });
}

}  // namespace afterstate
