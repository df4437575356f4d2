#include "arena/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "arena/duel_game.h"
#include "base/error.h"
#include "game/notation.h"
#include "game/packed_game.h"
#include "game/score.h"

namespace afterstate {

namespace {

void check_spawned_tile(int exponent, const GameRecord& record) {
  const auto law = record.law;
  const bool possible = (exponent == 1 && law.four < 1) || (exponent == 2 && law.four > 0);
  if (possible) return;
  if (record.duel)
    throw Failure{
        fmt::format("a {} cannot be placed under the rule '{}'", tile_value(exponent), name_of(record.duel->rule))};
  throw Failure{fmt::format("a {} cannot spawn if the probability of a 4 is {}", tile_value(exponent), law.four)};
}

/// Gives the number of 4s.
std::uint32_t check_start(const GameRecord& record) {
  std::uint32_t tiles = 0;
  std::uint32_t fours = 0;
  for (const int exponent : record.start)
    if (exponent != 0) {
      check_spawned_tile(exponent, record);
      ++tiles;
      fours += exponent == 2;
    }
  const bool one_tile = record.duel && record.duel->start == DuelStart::empty;
  if (tiles != (one_tile ? 1 : start_spawns))
    throw Failure{fmt::format("start '{}': {} starts with {}", notation_of(record.start, record.size),
                              one_tile ? "a duel from an empty board" : "a game", one_tile ? "one tile" : "two tiles")};
  return fours;
}

/// The random placements at the start of a duel follow from its seed and number.
void check_opening(const GameRecord& record) {
  if (!record.duel || record.duel->opening == 0) return;
  const auto opening =
      opening_of({record.size, record.duel->rule, record.duel->start, record.duel->opening}, record.seed, record.game);
  const auto length = opening.turns.size();
  if (record.start != opening.start || record.turns.size() < length ||
      !std::equal(opening.turns.begin(), opening.turns.end(), record.turns.begin()))
    throw Failure{fmt::format("its first {} placements are not those of opening {} with seed {}", record.duel->opening,
                              record.game, record.seed)};
}

/// Calls `visit(game)` at the start and after each turn.
Outcome replay_with(const GameRecord& record, Ending ending, const std::function<void(const PackedGame&)>& visit) {
  auto fours = check_start(record);
  check_opening(record);
  PackedGame game{record.size, packed_from(record.start)};
  const auto recorded_spawn = [&](const PackedBoard& afterstate, std::uint32_t turn) {
    const auto spawn = record.turns[turn].spawn;
    if (unpacked<LargestBoard>(afterstate).exponent(spawn.cell) != 0)
      throw Failure{fmt::format("the spawn after move {} is on cell {} of '{}', which is not empty", turn, spawn.cell,
                                notation_of(afterstate, record.size))};
    check_spawned_tile(spawn.exponent, record);
    fours += spawn.exponent == 2;
    return spawn;
  };
  visit(game);
  for (const auto& turn : record.turns) {
    if (!game.step(turn.move, recorded_spawn))
      throw Failure{fmt::format("move {} ({}) on '{}' changes nothing and is illegal", game.turn, name_of(turn.move),
                                notation_of(game.board, game.size))};
    visit(game);
  }
  if (game.score != record.score)
    throw Failure{fmt::format("the moves score {}, the record says {}", game.score, record.score)};
  if (game.score != score_from_board(unpacked<LargestBoard>(game.board), fours))
    throw Failure{fmt::format("the score {} does not follow from the last board '{}'", game.score,
                              notation_of(game.board, game.size))};
  if (ending == Ending::game_over && !game.over())
    throw UnfinishedGame{fmt::format("the game is unfinished: after {} moves, on '{}', a move is still legal",
                                     game.turn, notation_of(game.board, game.size))};
  return {game.score, game.turn, game.max_exponent()};
}

}  // namespace

Outcome replay(const GameRecord& record, Ending ending) {
  return replay_with(record, ending, [](const PackedGame&) {});
}

std::vector<Position> positions_of(const GameRecord& record) {
  std::vector<Position> positions;
  replay_with(record, Ending::anywhere, [&](const PackedGame& game) { positions.push_back({game.board, game.score}); });
  return positions;
}

}  // namespace afterstate
