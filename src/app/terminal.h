// The terminal: reads keys and draws boards.
#pragma once

#include <termios.h>

#include <csignal>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "game/size.h"

namespace afterstate::app {

enum class Key { up, right, down, left, undo, restart, hint, autoplay, faster, slower, space, quit, resized, other };

struct ScreenSize {
  int rows = 24;
  int cols = 80;
};

/// Reads keys from standard input: arrow keys, WASD, and a letter for each other `Key`. On a terminal, keys are read
/// without waiting for Enter, and Ctrl-C means quit; otherwise the bytes of a file or a pipe are the keys.
class Keyboard {
 public:
  Keyboard();
  ~Keyboard();
  Keyboard(const Keyboard&) = delete;
  Keyboard& operator=(const Keyboard&) = delete;

  /// Waits for a key, forever if `milliseconds` is negative; nothing if that time has passed. The end of the input and
  /// a request to stop are Key::quit; a new size of the terminal is Key::resized.
  std::optional<Key> read(int milliseconds, const std::stop_token& stop);

 private:
  std::optional<char> read_byte(int milliseconds, const std::stop_token& stop);
  std::optional<Key> rest_of_escape(const std::stop_token& stop);

  bool terminal_;
  bool ended_ = false;
  termios saved_{};
  struct sigaction saved_action_{};
};

/// Uses the whole screen during its lifetime, and then restores it.
class Screen {
 public:
  Screen();
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  /// The current size of the terminal, or the usual one if it is unknown.
  static ScreenSize size();

  /// Shows as much of the text as there is room for.
  void show(const std::string& text);
};

/// The first lines and columns of a text with colours, as many as there is room for.
std::string clipped(std::string_view text, ScreenSize room);

/// Whether standard input and output are both terminals.
bool is_interactive();

/// Whether to print colours: standard output is a terminal, and NO_COLOR is not set.
bool has_colours();

/// How large to draw tiles.
struct TileSize {
  int lines = 3;  ///< of a coloured tile; plain numbers take one
  int width = 8;
};

/// The largest tiles with which a board of that size and `other_lines` lines of text fit.
TileSize tiles_that_fit(Size size, int other_lines, ScreenSize room);

/// The board as lines of text: coloured tiles, or plain aligned numbers.
std::string picture_of(std::span<const int> exponents, Size size, bool colours, TileSize tiles = {});

}  // namespace afterstate::app
