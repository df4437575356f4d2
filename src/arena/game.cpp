#include "arena/game.h"

#include <cassert>
#include <stdexcept>

#include "game/game_state.h"
#include "game/notation.h"

namespace afterstate {

namespace {

template <class Board>
std::optional<PlayedGame> play_game_on(Session& session, const SearchPlan& search, const GameRandom& random,
                                       GameRecord* record, const OnChoice& on_choice, const PackedBoard* afterstate) {
  auto game = GameState<Board>::start(random);
  if (afterstate != nullptr) {
    const auto given = unpacked<Board>(*afterstate);
    game.board = with_spawn(given, random.spawn(given, 0));
  }
  ChanceSpawner spawner{random};
  SearchCounts counts;
  if (record != nullptr) {
    record->start = exponents_of(game.board);
    record->turns.clear();
  }
  session.new_game();
  while (!search.stop.stop_requested()) {
    spawner.prepare(game.turn);  // early: the processor draws the bits while the session chooses
    const auto choice = session.choose(packed(game.board), search, random, game.turn);
    counts += choice.counts;
    if (on_choice) on_choice(packed(game.board), game.turn, choice);
    if (!choice.move) {
      assert(game.over());
      if (record != nullptr) record->score = game.score;
      return PlayedGame{{game.score, game.turn, max_exponent(game.board)}, counts};
    }
    const auto slid = slide(game.board, *choice.move);
    if (!slid) throw std::logic_error{"an engine chose an illegal move"};
    const auto spawn = game.advance(slid->afterstate, slid->reward, spawner);
    if (record != nullptr) record->turns.push_back({*choice.move, spawn});
  }
  return std::nullopt;
}

}  // namespace

std::optional<PlayedGame> play_game(Size size, Session& session, const SearchPlan& search, const GameRandom& random,
                                    GameRecord* record, const OnChoice& on_choice, const PackedBoard* afterstate) {
  try {
    return with_board(size, [&]<class Board>() {
      return play_game_on<Board>(session, search, random, record, on_choice, afterstate);
    });
  } catch (const SearchStopped&) {
    return std::nullopt;
  }
}

}  // namespace afterstate
