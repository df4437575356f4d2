// afterstate play: a person plays in the terminal.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <vector>

#include "app/best_scores.h"
#include "app/command_line.h"
#include "app/default_model.h"
#include "app/judge_options.h"
#include "app/search_options.h"
#include "app/stopping.h"
#include "app/terminal.h"
#include "arena/players.h"
#include "arena/record.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "game/chance.h"
#include "game/notation.h"
#include "game/slide.h"

namespace afterstate::app {

namespace {

struct PlayOptions {
  std::optional<Size> size;
  std::optional<SpawnLaw> law;
  JudgeOptions judge;
  SearchOptions search;
  std::string player;
  std::optional<std::uint64_t> seed;
  std::string record_path;
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
      turns_.push_back({direction, spawn});
      remember(with_spawn(slid->afterstate, spawn), score() + slid->reward);
    });
  }

  void undo() {
    if (past_.size() == 1) return;
    past_.pop_back();
    turns_.pop_back();
  }

  /// What was undone is not in it.
  GameRecord record(std::uint64_t seed, std::uint64_t number, SpawnLaw law) const {
    return {size_, "a person", seed, number, law, past_.front().exponents, turns_, score()};
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
  std::vector<GameRecord::Turn> turns_;
};

/// Whoever gives hints: loaded when first asked, so that a game begins at once.
class Counsel {
 public:
  Counsel(JudgeOptions judge, SearchPlan search) : judge_(std::move(judge)), search_(std::move(search)) {}

  bool there() const { return !judge_.none(); }

  const Adviser& adviser() {
    if (!adviser_) adviser_ = load_adviser(judge_, search_, std::nullopt);
    return *adviser_;
  }

  Advice advise(const UndoableGame& game, SpawnLaw law) { return adviser().advise(game.exponents(), law, search_); }

  /// The hint for a board, or why there is none.
  std::string hint(const UndoableGame& game, SpawnLaw law) {
    try {
      return to_text(advise(game, law), adviser().decimals());
    } catch (const UserError& error) {
      return fmt::format("{}\n", error.what());
    }
  }

 private:
  JudgeOptions judge_;
  SearchPlan search_;
  std::optional<Adviser> adviser_;
};

/// Plays by itself, at a speed that the person chooses.
class Autoplay {
 public:
  /// By the adviser, or by the player of that name.
  Autoplay(Counsel& counsel, std::string player, SpawnLaw law)
      : counsel_(counsel), player_(std::move(player)), law_(law) {}

  bool on() const { return on_; }
  void toggle() { on_ = !on_; }
  void faster() { speed_ = std::min(speed_ + 1, speeds.size() - 1); }
  void slower() { speed_ = std::max<std::size_t>(speed_, 1) - 1; }
  int moves_a_second() const { return speeds[speed_]; }

  std::optional<Direction> choose(const UndoableGame& game, Size size, const Chance& chance) const {
    if (counsel_.there()) return counsel_.advise(game, law_).values.best();
    return with_board(size, [&]<class Board>() {
      const auto turn = static_cast<std::uint32_t>(game.moves());
      return make_player<Board>(player_)->choose(board_from<Board>(game.exponents()), chance, turn);
    });
  }

 private:
  static constexpr std::array<int, 8> speeds{1, 2, 5, 10, 20, 50, 100, 1000};

  Counsel& counsel_;
  std::string player_;
  SpawnLaw law_;
  bool on_ = false;
  std::size_t speed_ = 2;
};

std::string screen_text(const UndoableGame& game, Size size, std::uint32_t best, const std::string& hint,
                        bool has_hints, const Autoplay& autoplay) {
  return fmt::format(
      "\n  score {:<10} best {:<10} moves {}\n\n{}\n  {}arrows or WASD slide, {}u undoes, r restarts, q quits\n"
      "  p {}, + and - change its speed ({} a second)\n{}{}",
      game.score(), best, game.moves(), picture_of(game.exponents(), size, has_colours()),
      game.over() ? "The game is over. " : "", has_hints ? "h hints, " : "",
      autoplay.on() ? "stops autoplay" : "plays by itself", autoplay.moves_a_second(), hint.empty() ? "" : "\n", hint);
}

void print_end(const UndoableGame& game, bool json, Size size, std::uint64_t seed, std::uint32_t best) {
  if (json) {
    const nlohmann::ordered_json object{{"board", notation_of(game.exponents(), size)},
                                        {"score", game.score()},
                                        {"best", best},
                                        {"moves", game.moves()},
                                        {"over", game.over()},
                                        {"seed", seed}};
    fmt::print("{}\n", object.dump());
  } else {
    fmt::print("{}score {}, best {}, {} moves{}, seed {}\n", picture_of(game.exponents(), size, has_colours()),
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
  auto judge = options.judge;
  const bool named = !judge.none();
  if (!options.player.empty())
    check_player(options.player);
  else if (!named && options.size.value_or(Size{}) == Size{})
    judge.model_path = find_default_model().value_or("");
  Counsel counsel{judge, search_plan(options.search, 1)};
  auto size = options.size.value_or(Size{});
  auto law = options.law.value_or(SpawnLaw{});
  if (named) {
    const auto& adviser = counsel.adviser();
    check_size(judge.model_path + judge.database_path, adviser.size(), options.size);
    if (adviser.law()) check_law(judge.database_path, *adviser.law(), options.law);
    size = adviser.size();
    law = adviser.law().value_or(law);
  }
  const auto stop = stop_on_signals();
  std::uint64_t number = 0;
  const auto chance = [&] { return Chance{seed, number, law}; };
  UndoableGame game{size, chance()};
  auto best = best_score(size, law);
  std::optional<AtomicFile> record_file;
  if (!options.record_path.empty()) record_file.emplace(options.record_path);
  const auto keep = [&] {
    keep_best_score(size, law, best);
    if (record_file && game.moves() > 0) record_file->write(to_json_line(game.record(seed, number, law)) + "\n");
  };
  Autoplay autoplay{counsel, options.player.empty() ? "heuristic" : options.player, law};
  {
    Keyboard keyboard;
    std::optional<Screen> screen;
    if (is_interactive() && !options.json) screen.emplace();
    std::string hint;
    for (;;) {
      best = std::max(best, game.score());
      if (screen) screen->show(screen_text(game, size, best, hint, counsel.there(), autoplay));
      const bool plays = autoplay.on() && !game.over();
      const auto key = keyboard.read(plays ? 1000 / autoplay.moves_a_second() : -1, stop);
      if (!key) {
        if (const auto direction = autoplay.choose(game, size, chance())) game.move(*direction);
        continue;
      }
      hint.clear();
      if (*key == Key::quit) break;
      if (*key == Key::restart) {
        keep();
        ++number;
        game = UndoableGame{size, chance()};
      }
      if (*key == Key::undo) game.undo();
      if (*key == Key::hint && counsel.there()) hint = counsel.hint(game, law);
      if (*key == Key::autoplay) autoplay.toggle();
      if (*key == Key::faster) autoplay.faster();
      if (*key == Key::slower) autoplay.slower();
      if (const auto direction = direction_of(*key)) game.move(*direction);
    }
  }
  keep();
  if (record_file) record_file->commit();
  print_end(game, options.json, size, seed, best);
  return stopped_status();
}

}  // namespace

void add_play(CommandLine& line) {
  const auto options = std::make_shared<PlayOptions>();
  auto command = line.add("play", "play in the terminal: arrow keys or WASD, undo, hints, autoplay, best score",
                          [options] { return run_play(*options); });
  command.board_size(options->size)
      .seed(options->seed)
      .spawn_law(options->law)
      .optional("--model", "FILE", options->judge.model_path,
                "a model that gives hints and plays by itself; without, the one that comes with the program")
      .optional("--db", "FILE", options->judge.database_path, "the same by a value database, exactly")
      .optional("--player", "NAME", options->player, "who plays by itself instead of a model, such as random");
  add_search_options(command, options->search);
  command.optional("--record", "FILE", options->record_path, "write the games to this file, for replay and review")
      .json(options->json)
      .note("Keys also come from a file or a pipe: printf 'wasd' | afterstate play --seed 1");
}

}  // namespace afterstate::app
