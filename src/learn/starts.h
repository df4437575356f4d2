// Where episodes start. A round is a new game and the episodes that follow from it; what is learned stops and goes on
// between rounds only, so that nothing of a round need be remembered.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "game/chance.h"
#include "learn/learned.h"
#include "learn/plan.h"

namespace afterstate {

template <class Board>
struct EpisodeStart {
  Board board;
  std::optional<Board> before{};  ///< the afterstate that led to it, where that is to be learned from too
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

  void add(int stage, FirstBoards::Words board) {
    const std::scoped_lock lock{mutex_};
    boards_.add(stage, board);
  }

  /// One of those of a stage by lot.
  std::optional<FirstBoards::Words> draw(int stage, std::uint64_t lot) {
    const std::scoped_lock lock{mutex_};
    const auto& boards = boards_.of(stage);
    if (boards.empty()) return {};
    return boards[uniform_below(lot, boards.size())];
  }

 private:
  std::mutex mutex_;
  FirstBoards& boards_;
};

/// The starts of one round after another.
template <class Board>
class Starts {
 public:
  Starts(const Phase& phase, int stages, SharedFirstBoards& first_boards)
      : phase_(phase), stages_(stages), first_boards_(first_boards) {}

  /// Whether after() looks at the moves of the last episode.
  bool needs_moves() const { return phase_.start == Start::restart; }

  /// The first episode of a round.
  EpisodeStart<Board> first(const Chance& chance) {
    stage_ = 0;
    if (phase_.start == Start::stage)
      if (const auto start = at_stage(phase_.stage, chance)) return *start;
    return {.board = chance.template start<Board>(), .is_new_game = true};
  }

  /// The next episode of the round, after one that started at `last` and of whose game these are all moves so far; or
  /// nothing, where the round is over. It is played by `chance`.
  std::optional<EpisodeStart<Board>> after(const EpisodeStart<Board>& last, const std::vector<PlayedMove<Board>>& moves,
                                           const Chance& chance) {
    if (phase_.start == Start::restart) {
      const auto end = static_cast<std::uint32_t>(moves.size());
      const auto middle = (last.turn + end) / 2;
      if (end - middle <= static_cast<std::uint32_t>(phase_.restart_length)) return {};
      return EpisodeStart<Board>{.board = moves[middle].board, .before = moves[middle - 1].afterstate, .turn = middle};
    }
    if (phase_.start == Start::carousel && ++stage_ < stages_) return at_stage(stage_, chance);
    return {};
  }

 private:
  std::optional<EpisodeStart<Board>> at_stage(int stage, const Chance& chance) {
    const auto words = first_boards_.draw(stage, chance.choice(0).first);
    if (!words) return {};
    const auto afterstate = Board::from_words(words->nibbles, words->beyond);
    return EpisodeStart<Board>{.board = with_spawn(afterstate, chance.spawn(afterstate, 0))};
  }

  const Phase& phase_;
  int stages_;
  SharedFirstBoards& first_boards_;
  int stage_ = 0;  ///< of the carousel
};

}  // namespace afterstate
