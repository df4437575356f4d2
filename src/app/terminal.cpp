#include "app/terminal.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "game/notation.h"

namespace afterstate::app {

namespace {

constexpr char escape = '\033';
constexpr char ctrl_c = '\003';
constexpr char backspace = '\177';
constexpr int escape_ms = 50;      // an arrow key sends three bytes at once; a lone escape is followed by nothing
constexpr int stop_poll_ms = 200;  // interval between checks for a request to stop
constexpr int min_tile_width = 6;  // 131072

std::atomic<bool> was_resized{false};

Key key_of_letter(char letter) {
  switch (letter) {
    case 'w':
    case 'W': return Key::up;
    case 'd':
    case 'D': return Key::right;
    case 's':
    case 'S': return Key::down;
    case 'a':
    case 'A': return Key::left;
    case 'u':
    case 'U':
    case 'z':
    case backspace: return Key::undo;
    case 'r':
    case 'R': return Key::restart;
    case 'h':
    case 'H': return Key::hint;
    case 'p':
    case 'P': return Key::autoplay;
    case '+': return Key::faster;
    case '-': return Key::slower;
    case ' ': return Key::space;
    case 'q':
    case 'Q':
    case ctrl_c: return Key::quit;
    default: return Key::other;
  }
}

Key key_of_arrow(char final_byte) {
  switch (final_byte) {
    case 'A': return Key::up;
    case 'B': return Key::down;
    case 'C': return Key::right;
    case 'D': return Key::left;
    default: return Key::other;
  }
}

/// Background colours of the 256-colour palette: empty cells, then sand, orange, red, gold, green and violet.
int background_of(int exponent) {
  constexpr std::array<int, 18> colours{237, 255, 230, 216, 209, 203, 196, 229, 228,
                                        227, 221, 220, 114, 71,  74,  32,  134, 91};
  return colours[static_cast<std::size_t>(std::min<int>(exponent, colours.size() - 1))];
}

std::string coloured_picture(std::span<const int> exponents, Size size, TileSize tiles) {
  std::string picture;
  auto out = std::back_inserter(picture);
  for (int row = 0; row < size.rows; ++row)
    for (int line = 0; line < tiles.lines; ++line) {
      picture += "  ";
      for (int col = 0; col < size.cols; ++col) {
        const int exponent = exponents[static_cast<std::size_t>(row) * static_cast<std::size_t>(size.cols) +
                                       static_cast<std::size_t>(col)];
        const auto label =
            line == tiles.lines / 2 && exponent > 0 ? std::to_string(tile_value(exponent)) : std::string{};
        const int foreground = exponent <= 4 || (exponent >= 7 && exponent <= 12) ? 235 : 231;
        fmt::format_to(out, "\033[48;5;{};38;5;{};1m{:^{}}\033[0m", background_of(exponent), foreground, label,
                       tiles.width);
      }
      picture += '\n';
    }
  return picture;
}

std::string plain_picture(std::span<const int> exponents, Size size, TileSize tiles) {
  std::string picture;
  for (std::size_t cell = 0; cell < exponents.size(); ++cell) {
    const auto label = exponents[cell] == 0 ? std::string{"."} : std::to_string(tile_value(exponents[cell]));
    const bool row_ends = (cell + 1) % static_cast<std::size_t>(size.cols) == 0;
    picture += fmt::format("{:>{}}{}", label, tiles.width - 1, row_ends ? "\n" : "");
  }
  return picture;
}

}  // namespace

Keyboard::Keyboard() : terminal_(::isatty(STDIN_FILENO) == 1) {
  if (!terminal_) return;
  ::tcgetattr(STDIN_FILENO, &saved_);
  termios raw = saved_;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
  ::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  struct sigaction action{};
  action.sa_handler = [](int) { was_resized = true; };
  ::sigaction(SIGWINCH, &action, &saved_action_);
}

Keyboard::~Keyboard() {
  if (!terminal_) return;
  ::sigaction(SIGWINCH, &saved_action_, nullptr);
  ::tcsetattr(STDIN_FILENO, TCSANOW, &saved_);
}

std::optional<char> Keyboard::read_byte(int milliseconds, const std::stop_token& stop) {
  for (int waited = 0; milliseconds < 0 || waited <= milliseconds; waited += stop_poll_ms) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    const int wait = milliseconds < 0 ? stop_poll_ms : std::min(stop_poll_ms, milliseconds - waited);
    if (stop.stop_requested() || (was_resized && milliseconds != escape_ms)) break;  // not within a key
    if (::poll(&input, 1, wait) <= 0) continue;
    char byte = 0;
    if (::read(STDIN_FILENO, &byte, 1) == 1) return byte;
    ended_ = true;
    break;
  }
  return std::nullopt;
}

std::optional<Key> Keyboard::read(int milliseconds, const std::stop_token& stop) {
  const auto byte = read_byte(milliseconds, stop);
  if (ended_ || stop.stop_requested()) return Key::quit;
  if (byte) return *byte == escape ? rest_of_escape(stop) : key_of_letter(*byte);
  if (was_resized.exchange(false)) return Key::resized;
  return std::nullopt;
}

std::optional<Key> Keyboard::rest_of_escape(const std::stop_token& stop) {
  const auto introducer = read_byte(escape_ms, stop);
  if (introducer != '[' && introducer != 'O') return Key::other;
  // With a modifier, parameters such as 1;5 (Ctrl) come before the final byte; these keys do nothing.
  bool plain = true;
  auto last = read_byte(escape_ms, stop);
  for (; last && *last < '@'; last = read_byte(escape_ms, stop)) plain = false;
  return last && plain ? key_of_arrow(*last) : Key::other;
}

Screen::Screen() { std::fputs("\033[?1049h\033[?25l", stdout); }

Screen::~Screen() {
  std::fputs("\033[?25h\033[?1049l", stdout);
  std::fflush(stdout);
}

ScreenSize Screen::size() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return {};
  return {size.ws_row, size.ws_col};
}

void Screen::show(const std::string& text) {
  fmt::print("\033[H\033[J{}", clipped(text, size()));
  std::fflush(stdout);
}

std::string clipped(std::string_view text, ScreenSize room) {
  std::string kept;
  int rows = 1;
  int cols = 0;
  bool in_escape = false;
  for (std::size_t n = 0; n < text.size(); ++n) {
    const char c = text[n];
    if (c == '\n') {
      if (rows++ == room.rows || n + 1 == text.size()) break;  // a newline in the last row would scroll
      kept += c;
      cols = 0;
      continue;
    }
    const bool continues = (static_cast<unsigned char>(c) & 0xC0U) == 0x80;  // of a UTF-8 character
    in_escape = in_escape || c == escape;
    if (!in_escape && !continues) ++cols;
    if (in_escape || cols <= room.cols) kept += c;
    if (in_escape && c >= '@' && c != '[') in_escape = false;
  }
  return kept;
}

TileSize tiles_that_fit(Size size, int other_lines, ScreenSize room) {
  const TileSize largest;
  return {room.rows >= largest.lines * size.rows + other_lines ? largest.lines : 1,
          std::clamp((room.cols - 2) / size.cols, min_tile_width, largest.width)};
}

bool is_interactive() { return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1; }

bool has_colours() { return ::isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr; }

std::string picture_of(std::span<const int> exponents, Size size, bool colours, TileSize tiles) {
  return colours ? coloured_picture(exponents, size, tiles) : plain_picture(exponents, size, tiles);
}

}  // namespace afterstate::app
