// A person as one side of a duel: moves are typed, one line each.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <optional>
#include <sstream>
#include <stop_token>
#include <utility>

#include "app/duel_options.h"
#include "app/terminal.h"
#include "base/error.h"
#include "game/notation.h"
#include "game/packed_slide.h"
#include "search/search_plan.h"

namespace afterstate::app {

namespace {

class Person final : public DuelSession {
 public:
  Person(const DuelRules& rules, std::stop_token stop) : rules_(rules), stop_(std::move(stop)) {}

  Spawn place(const PackedBoard& afterstate, const GameRandom& /*random*/, std::uint32_t /*turn*/) override {
    show(afterstate);
    for (;;) {
      std::istringstream words{
          answer(fmt::format("row, column{}: ", four_allowed() ? " and tile, such as 1 2 4" : ""))};
      int row = 0;
      int col = 0;
      int tile = 2;
      if (!(words >> row >> col)) {
        explain("type row and column, counted from 1");
        continue;
      }
      words >> tile;
      if (tile != 2 && tile != 4) {
        explain("the tile is 2 or 4");
        continue;
      }
      if (row < 1 || row > rules_.size.rows || col < 1 || col > rules_.size.cols) {
        explain(fmt::format("rows go from 1 to {}, columns from 1 to {}", rules_.size.rows, rules_.size.cols));
        continue;
      }
      const Spawn placement{(row - 1) * rules_.size.cols + col - 1, tile == 2 ? 1 : 2};
      try {
        check_placement(placement, afterstate, rules_.size, rules_.rule);
        return placement;
      } catch (const Failure& error) {
        explain(error.what());
      }
    }
  }

  Direction slide(const PackedBoard& board, const GameRandom& /*random*/, std::uint32_t /*turn*/) override {
    show(board);
    for (;;) {
      const auto word = answer("u, r, d or l: ");
      const auto direction =
          word.empty() ? std::nullopt : direction_of_letter(static_cast<char>(word.front() & ~0x20));  // upper case
      if (!direction)
        explain("type the first letter of up, right, down or left");
      else if (!packed_slide(board, rules_.size, *direction))
        explain("that slide changes nothing");
      else
        return *direction;
    }
  }

 private:
  bool four_allowed() const { return rules_.rule == DuelRule::two_or_four; }

  void show(const PackedBoard& board) const {
    fmt::print(stderr, "\n{}", picture_of(exponents_of(board, rules_.size), rules_.size, has_colours(), {}));
  }

  static void explain(const std::string& what) { fmt::print(stderr, "{}\n", what); }

  std::string answer(const std::string& question) const {
    fmt::print(stderr, "{}", question);
    std::fflush(stderr);
    const auto line = next_line();
    const auto begin = line.find_first_not_of(" \t\r");
    return begin == std::string::npos ? std::string{} : line.substr(begin);
  }

  /// Reads no further than the line: the other side may be a person, too.
  std::string next_line() const {
    std::string line;
    for (;;) {
      const auto byte = next_byte();
      if (!byte && line.empty()) throw UserError{"the input ended before the game did"};
      if (!byte || *byte == '\n') return line;
      line += *byte;
    }
  }

  /// Nothing at the end of the input. Throws SearchStopped.
  std::optional<char> next_byte() const {
    constexpr int between_stop_checks_ms = 200;
    for (;;) {
      if (stop_.stop_requested()) {
        fmt::print(stderr, "\n");  // after the question
        throw SearchStopped{};
      }
      pollfd input{STDIN_FILENO, POLLIN, 0};
      if (::poll(&input, 1, between_stop_checks_ms) <= 0) continue;
      char byte = 0;
      if (::read(STDIN_FILENO, &byte, 1) == 1) return byte;
      return std::nullopt;
    }
  }

  DuelRules rules_;
  std::stop_token stop_;
};

}  // namespace

DuelSide person_side(Role /*role*/) {
  return {.name = "person",
          .description = "a person",
          .new_session = [](const DuelRules& rules, const std::stop_token& stop) {
            return std::make_unique<Person>(rules, stop);
          }};
}

}  // namespace afterstate::app
