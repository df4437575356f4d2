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
    throw Failure{
        fmt::format("a {} cannot spawn where a 4 spawns with probability {}", tile_value(exponent), law.four)};
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

/// Calls `visit(board, score)` at the start and after each turn.
template <class Board, class Visit>
Outcome replay_on(const GameRecord& record, Ending ending, Visit visit) {
  auto board = board_from<Board>(record.start);
  std::uint32_t fours = check_start(board, record.law);
  Outcome outcome;
  visit(board, outcome.score);
  for (const auto& turn : record.turns) {
    const auto where = [&] {
      return fmt::format("move {} ({}) on '{}'", outcome.moves, name_of(turn.move), notation_of(board));
    };
    const auto slid = slide(board, turn.move);
    if (!slid) throw Failure{where() + " changes nothing and is illegal"};
    if (slid->afterstate.exponent(turn.spawn.cell) != 0)
      throw Failure{fmt::format("{} is followed by a spawn on cell {}, which is not empty", where(), turn.spawn.cell)};
    check_spawned_tile(turn.spawn.exponent, record.law);
    fours += turn.spawn.exponent == 2;
    board = with_spawn(slid->afterstate, turn.spawn);
    outcome.score += slid->reward;
    ++outcome.moves;
    visit(board, outcome.score);
  }
  if (ending == Ending::game_over && !legal_moves(board).empty())
    throw Failure{fmt::format("the record ends after {} moves on '{}', where a move is still legal", outcome.moves,
                              notation_of(board))};
  if (outcome.score != record.score)
    throw Failure{fmt::format("the moves score {}, the record says {}", outcome.score, record.score)};
  if (outcome.score != score_from_board(board, fours))
    throw Failure{
        fmt::format("the score {} does not follow from the last board '{}'", outcome.score, notation_of(board))};
  outcome.max_exponent = max_exponent(board);
  return outcome;
}

}  // namespace

Outcome replay(const GameRecord& record, Ending ending) {
  return with_board(
      record.size, [&]<class Board>() { return replay_on<Board>(record, ending, [](const Board&, std::uint32_t) {}); });
}

std::vector<Position> positions_of(const GameRecord& record) {
  std::vector<Position> positions;
  with_board(record.size, [&]<class Board>() {
    replay_on<Board>(record, Ending::anywhere, [&](const Board& board, std::uint32_t score) {
      positions.push_back({exponents_of(board), score});
    });
  });
  return positions;
}

}  // namespace afterstate
