// afterstate perft: counts the leaves of the game tree below a board.
#include "game/perft.h"
#include "base/json.h"

#include <fmt/format.h>

#include <memory>

#include "app/command_line.h"
#include "game/notation.h"

namespace afterstate::app {

namespace {

struct PerftOptions {
  std::string board;
  Size size;
  std::uint64_t depth = 3;
  bool json = false;
};

int run_perft(const PerftOptions& options) {
  const auto board = parse_exponents(options.board, options.size);
  const auto leaves = perft(board, options.size, static_cast<int>(options.depth));
  if (options.json) {
    const Json json{{"board", notation_of(board, options.size)}, {"depth", options.depth}, {"leaves", leaves}};
    fmt::print("{}\n", json_text(json));
  } else {
    fmt::print("{} sequences of {} turns\n", leaves, options.depth);
  }
  return 0;
}

}  // namespace

void add_perft(CommandLine& line) {
  const auto options = std::make_shared<PerftOptions>();
  line.add("perft", "count the slide-and-spawn sequences from a board", [options] { return run_perft(*options); })
      .board(options->board)
      .board_size(options->size)
      .count("--depth", options->depth, 0, 64,
             "number of turns; a turn is a legal slide and a spawn, and a 2 and a 4 count as different spawns")
      .json(options->json)
      .note("Example: afterstate perft '2 0 0 0/0 0 0 0/0 0 0 0/0 0 0 2' --depth 4");
}

}  // namespace afterstate::app
