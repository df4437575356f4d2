// afterstate play: a person plays in the terminal.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <vector>

#include "app/best_scores.h"
#include "app/command_line.h"
#include "app/stopping.h"
#include "app/terminal.h"
#include "game/chance.h"
#include "game/notation.h"
#include "game/slide.h"

namespace afterstate::app {

namespace {

struct PlayOptions {
  Size size;
  SpawnLaw law;
  std::optional<std::uint64_t> seed;
  bool json = false;
};

/// A game with its past. Undo and the same move again meet the same spawn: luck cannot be fished for.
class UndoableGame {
 public:
  UndoableGame(Size size, const Chance& chance) : size_(size), chance_(chance) {
    with_board(size_, [&]<class Board>() { remember(chance_.start<Board>(), 0); });
  }

  const std::vector<int>& exponents() const { return past_.back().exponents; }
  std::uint32_t score() const { return past_.back().score; }
  std::size_t moves() const { return past_.size() - 1; }
  bool over() const { return past_.back().over; }

  void move(Direction direction) {
    with_board(size_, [&]<class Board>() {
      const auto slid = slide(board_from<Board>(exponents()), direction);
      if (!slid) return;
      const auto spawn = chance_.spawn(slid->afterstate, static_cast<std::uint32_t>(moves()) + start_spawns);
      remember(with_spawn(slid->afterstate, spawn), score() + slid->reward);
    });
  }

  void undo() {
    if (past_.size() > 1) past_.pop_back();
  }

 private:
  struct Moment {
    std::vector<int> exponents;
    std::uint32_t score;
    bool over;
  };

  template <class Board>
  void remember(const Board& board, std::uint32_t score) {
    past_.push_back({exponents_of(board), score, legal_moves(board).empty()});
  }

  Size size_;
  Chance chance_;
  std::vector<Moment> past_;
};

std::string screen_text(const UndoableGame& game, Size size, std::uint32_t best) {
  return fmt::format(
      "\n  score {:<10} best {:<10} moves {}\n\n{}\n  {}arrows or WASD slide, u undoes, r restarts, q quits\n",
      game.score(), best, game.moves(), picture_of(game.exponents(), size, has_colours()),
      game.over() ? "The game is over. " : "");
}

void print_end(const UndoableGame& game, const PlayOptions& options, std::uint64_t seed, std::uint32_t best) {
  if (options.json) {
    const nlohmann::ordered_json json{{"board", notation_of(game.exponents(), options.size)},
                                      {"score", game.score()},
                                      {"best", best},
                                      {"moves", game.moves()},
                                      {"over", game.over()},
                                      {"seed", seed}};
    fmt::print("{}\n", json.dump());
  } else {
    fmt::print("{}score {}, best {}, {} moves{}, seed {}\n", picture_of(game.exponents(), options.size, has_colours()),
               game.score(), best, game.moves(), game.over() ? ", game over" : "", seed);
  }
}

std::optional<Direction> direction_of(Key key) {
  switch (key) {
    case Key::up: return Direction::up;
    case Key::right: return Direction::right;
    case Key::down: return Direction::down;
    case Key::left: return Direction::left;
    default: return std::nullopt;
  }
}

int run_play(const PlayOptions& options) {
  const std::uint64_t seed = options.seed ? *options.seed : std::random_device{}();
  const auto stop = stop_on_signals();
  std::uint64_t number = 0;
  const auto new_game = [&] { return UndoableGame{options.size, Chance{seed, number++, options.law}}; };
  auto game = new_game();
  auto best = best_score(options.size, options.law);
  {
    Keyboard keyboard;
    std::optional<Screen> screen;
    if (is_interactive() && !options.json) screen.emplace();
    for (;;) {
      best = std::max(best, game.score());
      if (screen) screen->show(screen_text(game, options.size, best));
      const auto key = keyboard.read(-1, stop).value_or(Key::other);
      if (key == Key::quit) break;
      if (key == Key::restart) {
        keep_best_score(options.size, options.law, best);
        game = new_game();
      }
      if (key == Key::undo) game.undo();
      if (const auto direction = direction_of(key)) game.move(*direction);
    }
  }
  keep_best_score(options.size, options.law, best);
  print_end(game, options, seed, best);
  return stopped_status();
}

}  // namespace

void add_play(CommandLine& line) {
  const auto options = std::make_shared<PlayOptions>();
  line.add("play", "play in the terminal: arrow keys or WASD, undo, best score",
           [options] { return run_play(*options); })
      .board_size(options->size)
      .seed(options->seed)
      .spawn_law(options->law)
      .json(options->json)
      .note("Keys also come from a file or a pipe: printf 'wasd' | afterstate play --seed 1");
}

}  // namespace afterstate::app
