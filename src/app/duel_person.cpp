// A person as one side of a duel: moves are typed, one line each.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <sstream>

#include "app/duel_options.h"
#include "app/terminal.h"
#include "base/error.h"
#include "game/notation.h"
#include "game/packed_slide.h"

namespace afterstate::app {

namespace {

class Person final : public DuelSession {
 public:
  explicit Person(const DuelRules& rules) : rules_(rules) {}

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

  static std::string answer(const std::string& question) {
    fmt::print(stderr, "{}", question);
    std::fflush(stderr);
    std::string line;
    if (!std::getline(std::cin, line)) throw UserError{"the input ended before the game did"};
    const auto begin = line.find_first_not_of(" \t\r");
    return begin == std::string::npos ? std::string{} : line.substr(begin);
  }

  DuelRules rules_;
};

}  // namespace

DuelSide person_side(Role /*role*/) {
  return {.name = "person", .description = "a person", .new_session = [](const DuelRules& rules, const auto&) {
            return std::make_unique<Person>(rules);
          }};
}

}  // namespace afterstate::app
