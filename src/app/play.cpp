// afterstate play: the user plays in the terminal.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "app/analysis_text.h"
#include "app/best_scores.h"
#include "app/command_line.h"
#include "app/engine_options.h"
#include "app/record_file.h"
#include "app/search_options.h"
#include "app/stopping.h"
#include "app/terminal.h"
#include "arena/record.h"
#include "base/error.h"
#include "base/json.h"
#include "engine/default_model.h"
#include "engine/load_engine.h"
#include "game/notation.h"
#include "game/packed_game.h"

namespace afterstate::app {

namespace {

struct PlayOptions {
  std::optional<Size> size;
  std::optional<SpawnLaw> law;
  EngineOptions engine;
  SearchRequest search;
  std::optional<std::uint64_t> seed;
  std::string record_path;
  bool json = false;
};

/// A game with its history. After an undo, the same move gets the same spawn, so that undo cannot be used to draw
/// another tile.
class UndoableGame {
 public:
  UndoableGame(Size size, const GameRandom& random) : random_(random), past_{PackedGame::start(size, random)} {}

  const PackedBoard& board() const { return past_.back().board; }
  std::vector<int> exponents() const { return exponents_of(board(), past_.back().size); }
  std::uint32_t score() const { return past_.back().score; }
  std::uint32_t moves() const { return past_.back().turn; }
  bool over() const { return past_.back().over(); }
  const GameRandom& random() const { return random_; }

  enum class Mover { person, engine };

  void move(Direction direction, Mover mover) {
    auto game = past_.back();
    const auto spawn = game.step(direction, random_);
    if (!spawn) return;
    turns_.push_back({direction, *spawn});
    past_.push_back(game);
    if (mover == Mover::engine) own_moves_ = std::min(own_moves_, turns_.size() - 1);
  }

  void undo() {
    if (past_.size() == 1) return;
    past_.pop_back();
    turns_.pop_back();
    if (turns_.size() <= own_moves_) own_moves_ = SIZE_MAX;
  }

  /// The score before the first move of the engine.
  std::uint32_t own_score() const { return past_[std::min(own_moves_, turns_.size())].score; }

  /// Moves that were undone are not recorded.
  GameRecord record(std::uint64_t seed, std::uint64_t number, SpawnLaw law) const {
    const auto& start = past_.front();
    const auto* const player = own_moves_ == SIZE_MAX ? "a person" : "a person, with autoplay";
    return {start.size, player, seed, number, law, exponents_of(start.board, start.size), turns_, score()};
  }

 private:
  GameRandom random_;
  std::vector<PackedGame> past_;
  std::vector<GameRecord::Turn> turns_;
  std::size_t own_moves_ = SIZE_MAX;  ///< before the first move of the engine
};

/// The engine for hints and autoplay, with its session.
class Helper {
 public:
  Helper(SharedEngine engine, const SearchRequest& search, Size size, SpawnLaw law)
      : engine_(std::move(engine)),
        plan_(search_plan(search, *engine_, 1, usual_depth)),
        session_(engine_->new_session(size, law)) {}

  void new_game() { session_->new_game(); }

  std::optional<Direction> choose(const UndoableGame& game) {
    return session_->choose(game.board(), plan_, game.random(), game.moves()).move;
  }

  /// The value of each move, or the reason why there is none.
  std::string hint(const UndoableGame& game) {
    try {
      return analysis_text(timed_analysis(*session_, game.board(), plan_), game.board(), engine_->info());
    } catch (const UserError& error) {
      return fmt::format("{}\n", error.what());
    }
  }

 private:
  SharedEngine engine_;
  SearchPlan plan_;
  std::unique_ptr<Session> session_;
};

/// Whether the engine plays by itself, and how fast.
class Autoplay {
 public:
  bool on() const { return on_; }
  void toggle() { on_ = !on_; }
  void faster() { speed_ = std::min(speed_ + 1, speeds.size() - 1); }
  void slower() { speed_ = std::max<std::size_t>(speed_, 1) - 1; }
  int moves_per_second() const { return speeds[speed_]; }

 private:
  static constexpr std::array<int, 8> speeds{1, 2, 5, 10, 20, 50, 100, 1000};

  bool on_ = false;
  std::size_t speed_ = 2;
};

std::string screen_text(const UndoableGame& game, Size size, std::uint32_t best, const std::string& hint,
                        bool has_hints, const Autoplay& autoplay, ScreenSize room) {
  constexpr int full_width = 68;
  constexpr int full_lines = 6;  // besides board and hint
  const auto hint_lines = static_cast<int>(std::ranges::count(hint, '\n'));
  const auto full = tiles_that_fit(size, full_lines + hint_lines + (hint_lines > 0 ? 1 : 0), room);
  if (room.cols < full_width || full.lines == 1)
    return fmt::format("score {} best {} moves {}\n{}{}\n{}", game.score(), best, game.moves(),
                       picture_of(game.exponents(), size, has_colours(), tiles_that_fit(size, 2 + hint_lines, room)),
                       game.over()     ? "Game over. r new, u undo, q quit"
                       : autoplay.on() ? "p stops autoplay, + faster, - slower"
                       : has_hints     ? "h hint, u undo, r new, p auto, q quit"
                                       : "u undo, r new, p autoplay, q quit",
                       hint);
  return fmt::format(
      "\n  score {:<10} best {:<10} moves {}\n\n{}\n  {}arrows or WASD slide, {}u undoes, r restarts, q quits\n"
      "  p {}, + and - change its speed ({} moves per second)\n{}{}",
      game.score(), best, game.moves(), picture_of(game.exponents(), size, has_colours()),
      game.over() ? "The game is over. " : "", has_hints ? "h hints, " : "",
      autoplay.on() ? "stops autoplay" : "starts autoplay", autoplay.moves_per_second(), hint.empty() ? "" : "\n",
      hint);
}

void print_end(const UndoableGame& game, bool json, Size size, std::uint64_t seed, std::uint32_t best) {
  if (json) {
    const Json object{{"board", notation_of(game.exponents(), size)},
                      {"score", game.score()},
                      {"best", best},
                      {"moves", game.moves()},
                      {"over", game.over()},
                      {"seed", seed}};
    fmt::print("{}\n", json_text(object));
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
  auto size = options.size.value_or(Size{});
  auto law = options.law.value_or(SpawnLaw{});
  auto spec = engine_spec(options.engine);
  SharedEngine named;
  if (!spec.empty()) {
    named = load_chosen_engine(options.engine, options.size);
    check_law(*named, options.law, Vocabulary::command_line);
    size = options.size.value_or(named->size());
    law = named->info().law.value_or(law);
  } else {
    spec = size == Size{} && find_default_model() ? "default" : "heuristic";
  }
  // Preferences of a player are not values, so they are no hints.
  const bool has_hints = spec == "default" || (named && named->info().unit != ValueUnit::preference);
  std::optional<Helper> helper;
  const auto help = [&]() -> Helper& {  // the default model is loaded on first use, so that a game starts at once
    if (!helper) helper.emplace(named ? named : load_engine(spec), options.search, size, law);
    return *helper;
  };
  if (named) help();  // reports invalid options before the game
  const auto stop = stop_on_signals();
  std::uint64_t number = 0;
  const auto random = [&] { return GameRandom{seed, number, law}; };
  UndoableGame game{size, random()};
  auto best = best_score(size, law);
  std::optional<RecordAppender> record_file;
  if (!options.record_path.empty()) record_file.emplace(options.record_path);
  const auto keep = [&] {
    keep_best_score(size, law, best);
    if (record_file && game.moves() > 0) record_file->add(game.record(seed, number, law));
  };
  Autoplay autoplay;
  {
    Keyboard keyboard;
    std::optional<Screen> screen;
    if (is_interactive() && !options.json) screen.emplace();
    std::string hint;
    for (;;) {
      best = std::max(best, game.own_score());
      if (screen) screen->show(screen_text(game, size, best, hint, has_hints, autoplay, Screen::size()));
      const bool plays = autoplay.on() && !game.over();
      const auto key = keyboard.read(plays ? 1000 / autoplay.moves_per_second() : -1, stop);
      if (!key) {
        if (const auto direction = help().choose(game)) game.move(*direction, UndoableGame::Mover::engine);
        continue;
      }
      if (*key == Key::resized) continue;
      hint.clear();
      if (*key == Key::quit) break;
      if (*key == Key::restart) {
        keep();
        ++number;
        game = UndoableGame{size, random()};
        if (helper) helper->new_game();
      }
      if (*key == Key::undo) game.undo();
      if (*key == Key::hint && has_hints) hint = help().hint(game);
      if (*key == Key::autoplay) autoplay.toggle();
      if (*key == Key::faster) autoplay.faster();
      if (*key == Key::slower) autoplay.slower();
      if (const auto direction = direction_of(*key)) game.move(*direction, UndoableGame::Mover::person);
    }
  }
  keep();
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
      .optional("--model", "ENGINE", options->engine.model,
                "engine for hints and autoplay: " + engine_help() + "; default: default")
      .optional("--db", "FILE", options->engine.database, "value database to use instead, for exact hints")
      .optional("--player", "NAME", options->engine.player, "the same as --model");
  add_search_options(command, options->search, usual_depth);
  command.optional("--record", "FILE", options->record_path, "add the games to this file, for replay and review")
      .json(options->json)
      .note("Keys can also be read from a file or a pipe: printf 'wasd' | afterstate play --seed 1");
}

}  // namespace afterstate::app
