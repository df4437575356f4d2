// The terminal: reads keys and draws boards.
#pragma once

#include <termios.h>

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

#include "game/size.h"

namespace afterstate::app {

enum class Key { up, right, down, left, undo, restart, hint, autoplay, faster, slower, space, quit, other };

/// Reads keys from standard input: arrow keys, WASD, and a letter for each other `Key`. On a terminal, keys are read
/// without waiting for Enter, and Ctrl-C means quit; otherwise the bytes of a file or a pipe are the keys.
class Keyboard {
 public:
  Keyboard();
  ~Keyboard();
  Keyboard(const Keyboard&) = delete;
  Keyboard& operator=(const Keyboard&) = delete;

  /// Waits for a key, forever if `milliseconds` is negative; nothing if that time has passed. The end of the input and
  /// a request to stop are Key::quit.
  std::optional<Key> read(int milliseconds, const std::stop_token& stop);

 private:
  std::optional<char> read_byte(int milliseconds, const std::stop_token& stop);

  bool terminal_;
  bool ended_ = false;
  termios saved_{};
};

/// Uses the whole screen during its lifetime, and then restores it.
class Screen {
 public:
  Screen();
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  void show(const std::string& text);
};

/// Whether standard input and output are both terminals.
bool is_interactive();

/// Whether to print colours: standard output is a terminal, and NO_COLOR is not set.
bool has_colours();

/// The board as lines of text: coloured tiles, or plain aligned numbers.
std::string picture_of(std::span<const int> exponents, Size size, bool colours);

}  // namespace afterstate::app
