// Where episodes start. A round is a new game and the episodes that follow from it; training pauses and resumes only
// between rounds, so that no state within a round needs to be saved.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "game/game_random.h"
#include "learn/plan.h"
#include "learn/training_state.h"

namespace afterstate {

template <class Board>
struct EpisodeStart {
  Board board;
  std::optional<Board> before{};  ///< the afterstate that led to it, if that is learned from too
  std::uint32_t turn = 0;         ///< number of the first move
  bool is_new_game = false;
};

/// A move of the episode that was just played, with the board it was made on.
template <class Board>
struct PlayedMove {
  Board board;
  Board afterstate;
};

/// First boards of stages, shared by threads.
class SharedFirstBoards {
 public:
  explicit SharedFirstBoards(FirstBoards& boards) : boards_(boards) {}

  void add(int stage, PackedBoard board) {
    const std::scoped_lock lock{mutex_};
    boards_.add(stage, board);
  }

  /// A randomly chosen board of a stage; `bits` are random.
  std::optional<PackedBoard> draw(int stage, std::uint64_t bits) {
    const std::scoped_lock lock{mutex_};
    const auto& boards = boards_.of(stage);
    if (boards.empty()) return {};
    return boards[uniform_below(bits, boards.size())];
  }

 private:
  std::mutex mutex_;
  FirstBoards& boards_;
};

/// The starts of episodes, round by round.
template <class Board>
class EpisodeStarts {
 public:
  /// `given` is for Start::boards, and may otherwise be null.
  EpisodeStarts(const Phase& phase, int stages, SharedFirstBoards& first_boards, const StartBoards* given)
      : phase_(phase), stages_(stages), first_boards_(first_boards), given_(given) {}

  /// Whether after() needs the moves of the last episode.
  bool needs_moves() const { return phase_.start == Start::restart; }

  /// The first episode of a round; `new_board()` makes the first board of a new game.
  template <class NewBoard>
  EpisodeStart<Board> first(const GameRandom& random, NewBoard&& new_board) {
    stage_ = phase_.start == Start::boards ? phase_.stage : 0;
    if (phase_.start == Start::boards) return at_given(stage_, random).value();
    if (phase_.start == Start::stage)
      if (const auto start = at_stage(phase_.stage, random)) return *start;
    return {.board = new_board(), .is_new_game = true};
  }

  /// The next episode of the round, after one that started at `last`; `moves` are all moves of its game so far. Nothing
  /// if the round is over. The episode is played with `random`.
  std::optional<EpisodeStart<Board>> after(const EpisodeStart<Board>& last, const std::vector<PlayedMove<Board>>& moves,
                                           const GameRandom& random) {
    if (phase_.start == Start::restart) {
      const auto end = static_cast<std::uint32_t>(moves.size());
      const auto middle = (last.turn + end) / 2;
      if (end - middle <= static_cast<std::uint32_t>(phase_.restart_length)) return {};
      return EpisodeStart<Board>{.board = moves[middle].board, .before = moves[middle - 1].afterstate, .turn = middle};
    }
    if (phase_.start == Start::carousel && ++stage_ < stages_) return at_stage(stage_, random);
    if (phase_.start == Start::boards && ++stage_ < stages_) {
      // Boards of the network's own games, and given ones, so that a network that plays badly does not lose good
      // starts.
      if (random.choice(1).first % 2 == 0)
        if (const auto own = at_stage(stage_, random)) return own;
      return at_given(stage_, random);
    }
    return {};
  }

 private:
  std::optional<EpisodeStart<Board>> at_stage(int stage, const GameRandom& random) {
    const auto board = first_boards_.draw(stage, random.choice(0).first);
    if (!board) return {};
    return at(*board, random);
  }

  /// The next given board of the stage, or of the next one that has any.
  std::optional<EpisodeStart<Board>> at_given(int stage, const GameRandom& random) {
    while (stage < stages_ && (*given_)[static_cast<std::size_t>(stage)].empty()) ++stage;
    stage_ = stage;
    if (stage >= stages_) return {};
    const auto& boards = (*given_)[static_cast<std::size_t>(stage)];
    return at(boards[uniform_below(random.choice(0).first, boards.size())], random);
  }

  EpisodeStart<Board> at(const PackedBoard& packed_board, const GameRandom& random) {
    const auto afterstate = unpacked<Board>(packed_board);
    return {.board = with_spawn(afterstate, random.spawn(afterstate, 0))};
  }

  const Phase& phase_;
  int stages_;
  SharedFirstBoards& first_boards_;
  const StartBoards* given_;
  int stage_ = 0;  ///< of the carousel
};

}  // namespace afterstate
