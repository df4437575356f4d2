// afterstate replay: checks game records and shows a game move by move.
#include "arena/replay.h"
#include "base/counted.h"
#include "base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/command_line.h"
#include "app/record_file.h"
#include "app/stopping.h"
#include "app/terminal.h"
#include "arena/summary_view.h"
#include "base/error.h"

namespace afterstate::app {

namespace {

constexpr int slide_show_ms = 200;

struct ReplayOptions {
  std::string path;
  std::uint64_t line = 1;
  bool show = false;
  bool check = false;
  bool unfinished = false;
  bool json = false;
};

std::string position_text(const GameRecord& record, const std::vector<Position>& positions, std::size_t turn,
                          TileSize tiles = {}) {
  const auto move =
      turn == 0 ? std::string{"start"} : fmt::format("move {}: {}", turn, name_of(record.turns[turn - 1].move));
  return fmt::format("  {:<20} score {}\n{}", move, positions[turn].score,
                     picture_of(exponents_of(positions[turn].board, record.size), record.size, has_colours(), tiles));
}

std::string screen_text(const GameRecord& record, const std::vector<Position>& positions, std::size_t turn,
                        const std::string& verdict, ScreenSize room) {
  constexpr int full_width = 80;
  constexpr int full_lines = 7;  // besides the board
  const auto full = tiles_that_fit(record.size, full_lines, room);
  if (room.cols < full_width || full.lines == 1)
    return fmt::format("{}arrows step, space plays, q quits\n",
                       position_text(record, positions, turn, tiles_that_fit(record.size, 2, room)));
  return fmt::format(
      "\n  {}\n  game {} by {}, {}\n\n{}\n  right and left step, up and down by 100 moves, space "
      "plays, q quits\n",
      verdict, record.game, record.player.empty() ? "unknown" : record.player, counted(positions.size() - 1, "move"),
      position_text(record, positions, turn));
}

void print_game(const GameRecord& record) {
  const auto positions = positions_of(record);
  for (std::size_t turn = 0; turn < positions.size(); ++turn)
    fmt::print("{}\n", position_text(record, positions, turn));
}

void browse_game(const GameRecord& record, const std::string& verdict, const std::stop_token& stop) {
  const auto positions = positions_of(record);
  const auto last = positions.size() - 1;
  std::size_t turn = 0;
  bool running = false;
  Keyboard keyboard;
  Screen screen;
  for (;;) {
    screen.show(screen_text(record, positions, turn, verdict, Screen::size()));
    const auto key = keyboard.read(running ? slide_show_ms : -1, stop);
    if (!key && running) {
      turn = std::min(turn + 1, last);
      running = turn < last;
      continue;
    }
    if (key == Key::resized) continue;
    running = key == Key::space && !running;
    if (key == Key::quit) break;
    if (key == Key::right) turn = std::min(turn + 1, last);
    if (key == Key::left) turn -= std::min<std::size_t>(turn, 1);
    if (key == Key::up) turn = std::min(turn + 100, last);
    if (key == Key::down) turn -= std::min<std::size_t>(turn, 100);
  }
}

int run_replay(const ReplayOptions& options) {
  if (options.show && options.check) throw UserError{"--show and --check cannot be combined; remove one of them"};
  const auto checked =
      read_records(options.path, options.line, options.unfinished ? Ending::anywhere : Ending::game_over);
  const auto verdict = fmt::format("{}, {}: every rule holds", counted(checked.summary.games(), "game"),
                                   counted(checked.summary.moves(), "move"));
  if (options.json) {
    auto json = to_json(checked.summary);
    json["moves"] = checked.summary.moves();
    fmt::print("{}\n", json_text(json));
    return 0;
  }
  if (options.show) {
    print_game(checked.chosen);
  } else if (is_interactive() && !options.check) {
    browse_game(checked.chosen, verdict, stop_on_signals());
  }
  fmt::print("{}\n", verdict);
  if (!options.check) fmt::print("\n{}", to_text(checked.summary));
  return stopped_status();
}

}  // namespace

void add_replay(CommandLine& line) {
  const auto options = std::make_shared<ReplayOptions>();
  line.add("replay", "check game records by replaying them, and show a game",
           [options] { return run_replay(*options); })
      .argument("FILE", options->path, "game records written by eval --record, play --record or the page")
      .count("--line", options->line, 1, 1ULL << 62, "show the game on this line of the file")
      .flag("--show", options->show, "print the whole game, move by move, instead of browsing it")
      .flag("--check", options->check, "only check the records")
      .flag("--unfinished", options->unfinished, "accept games that were left before their end")
      .json(options->json)
      .note("In a terminal, the game is then shown move by move, unless --check is given.");
}

}  // namespace afterstate::app
