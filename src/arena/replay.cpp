#include "arena/replay.h"

#include <fmt/format.h>

#include "base/error.h"
#include "game/notation.h"
#include "game/score.h"
#include "game/slide.h"

namespace afterstate {

namespace {

void check_spawned_tile(int exponent, SpawnLaw law) {
  const bool possible = (exponent == 1 && law.four < 1) || (exponent == 2 && law.four > 0);
  if (!possible)
    throw Failure{fmt::format("a {} cannot spawn if the probability of a 4 is {}", tile_value(exponent), law.four)};
}

template <class Board>
std::uint32_t check_start(const Board& board, SpawnLaw law) {
  std::uint32_t fours = 0;
  for (int cell = 0; cell < Board::cells; ++cell)
    if (const int exponent = board.exponent(cell); exponent != 0) {
      check_spawned_tile(exponent, law);
      fours += exponent == 2;
    }
  if (empty_count(board) != Board::cells - static_cast<int>(start_spawns))
    throw Failure{fmt::format("start '{}': a game starts with two tiles", notation_of(board))};
  return fours;
}

/// The spawns of a record, each checked before it is placed.
class RecordedSpawner {
 public:
  explicit RecordedSpawner(const GameRecord& record) : record_(record) {}

  template <class Board>
  Spawn operator()(const Board& afterstate, std::uint32_t turn) {
    const auto spawn = record_.turns[turn].spawn;
    if (afterstate.exponent(spawn.cell) != 0)
      throw Failure{fmt::format("the spawn after move {} is on cell {} of '{}', which is not empty", turn, spawn.cell,
                                notation_of(afterstate))};
    check_spawned_tile(spawn.exponent, record_.law);
    fours_ += spawn.exponent == 2;
    return spawn;
  }

  std::uint32_t fours() const { return fours_; }

 private:
  const GameRecord& record_;
  std::uint32_t fours_ = 0;
};

/// Calls `visit(game)` with the GameState at the start and after each turn.
template <class Board, class Visit>
Outcome replay_on(const GameRecord& record, Ending ending, Visit visit) {
  GameState<Board> game{board_from<Board>(record.start)};
  const auto fours_at_start = check_start(game.board, record.law);
  RecordedSpawner spawner{record};
  visit(game);
  for (const auto& turn : record.turns) {
    if (!game.step(turn.move, spawner))
      throw Failure{fmt::format("move {} ({}) on '{}' changes nothing and is illegal", game.turn, name_of(turn.move),
                                notation_of(game.board))};
    visit(game);
  }
  if (ending == Ending::game_over && !game.over())
    throw Failure{fmt::format("the record ends after {} moves on '{}', but a move is still legal", game.turn,
                              notation_of(game.board))};
  if (game.score != record.score)
    throw Failure{fmt::format("the moves score {}, the record says {}", game.score, record.score)};
  if (game.score != score_from_board(game.board, fours_at_start + spawner.fours()))
    throw Failure{
        fmt::format("the score {} does not follow from the last board '{}'", game.score, notation_of(game.board))};
  return outcome_of(game);
}

}  // namespace

Outcome replay(const GameRecord& record, Ending ending) {
  return with_board(record.size,
                    [&]<class Board>() { return replay_on<Board>(record, ending, [](const GameState<Board>&) {}); });
}

std::vector<Position> positions_of(const GameRecord& record) {
  std::vector<Position> positions;
  with_board(record.size, [&]<class Board>() {
    replay_on<Board>(record, Ending::anywhere,
                     [&](const GameState<Board>& game) { positions.push_back({packed(game.board), game.score}); });
  });
  return positions;
}

}  // namespace afterstate
