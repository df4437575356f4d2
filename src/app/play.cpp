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

/// A person at the keyboard: games one after the other, with an engine for hints and autoplay.
class Play {
 public:
  explicit Play(const PlayOptions& options)
      : options_(options),
        seed_(options.seed ? *options.seed : std::random_device{}()),
        size_(options.size.value_or(Size{})),
        law_(options.law.value_or(SpawnLaw{})),
        spec_(engine_spec(options.engine)) {
    if (!spec_.empty()) {
      named_ = load_chosen_engine(options.engine, options.size);
      check_law(*named_, options.law, Vocabulary::command_line);
      size_ = options.size.value_or(named_->size());
      law_ = named_->info().law.value_or(law_);
      help();  // reports invalid options before the game
    } else {
      spec_ = size_ == Size{} && find_default_model() ? "default" : "heuristic";
    }
    // Preferences of a player are not values, so they are no hints.
    has_hints_ = spec_ == "default" || (named_ && named_->info().unit != ValueUnit::preference);
    if (!options.record_path.empty()) record_file_.emplace(options.record_path);
    best_ = best_score(size_, law_);
    game_.emplace(size_, random());
  }

  void run(const std::stop_token& stop) {
    Keyboard keyboard;
    std::optional<Screen> screen;
    if (is_interactive() && !options_.json) screen.emplace();
    for (;;) {
      best_ = std::max(best_, game_->own_score());
      if (screen) screen->show(screen_text(*game_, size_, best_, hint_, has_hints_, autoplay_, Screen::size()));
      const bool plays = autoplay_.on() && !game_->over();
      const auto key = keyboard.read(plays ? 1000 / autoplay_.moves_per_second() : -1, stop);
      if (!key) {
        if (const auto direction = help().choose(*game_)) game_->move(*direction, UndoableGame::Mover::engine);
      } else if (*key == Key::quit) {
        break;
      } else if (*key != Key::resized) {
        press(*key);
      }
    }
    keep();
  }

  void print() const { print_end(*game_, options_.json, size_, seed_, best_); }

 private:
  GameRandom random() const { return {seed_, number_, law_}; }

  /// The default model is loaded on first use, so that a game starts at once.
  Helper& help() {
    if (!helper_) helper_.emplace(named_ ? named_ : load_engine(spec_), options_.search, size_, law_);
    return *helper_;
  }

  void press(Key key) {
    hint_.clear();
    switch (key) {
      case Key::restart: restart(); break;
      case Key::undo: game_->undo(); break;
      case Key::hint:
        if (has_hints_) hint_ = help().hint(*game_);
        break;
      case Key::autoplay: autoplay_.toggle(); break;
      case Key::faster: autoplay_.faster(); break;
      case Key::slower: autoplay_.slower(); break;
      default:
        if (const auto direction = direction_of(key)) game_->move(*direction, UndoableGame::Mover::person);
    }
  }

  void restart() {
    keep();
    ++number_;
    game_.emplace(size_, random());
    if (helper_) helper_->new_game();
  }

  void keep() {
    keep_best_score(size_, law_, best_);
    if (record_file_ && game_->moves() > 0) record_file_->add(game_->record(seed_, number_, law_));
  }

  const PlayOptions& options_;
  std::uint64_t seed_;
  Size size_;
  SpawnLaw law_;
  std::string spec_;    ///< of the engine
  SharedEngine named_;  ///< if one is named
  std::optional<Helper> helper_;
  bool has_hints_ = false;
  std::optional<RecordAppender> record_file_;
  std::uint32_t best_ = 0;
  std::uint64_t number_ = 0;  ///< of the game
  std::optional<UndoableGame> game_;
  Autoplay autoplay_;
  std::string hint_;
};

int run_play(const PlayOptions& options) {
  Play play{options};
  play.run(stop_on_signals());
  play.print();
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
