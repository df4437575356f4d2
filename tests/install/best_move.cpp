// Usage: best_move ENGINE BOARD. Prints the best move two moves deep.
#include <cstdio>
#include <exception>
#include <string>

#include "engine/load_engine.h"
#include "game/notation.h"

int main(int count, char** words) {
  using namespace afterstate;
  if (count != 3) return 2;
  try {
    const auto engine = load_engine(words[1]);
    const auto session = engine->new_session(engine->size(), engine->law());
    const auto board = packed_from(parse_exponents(words[2], engine->size()));
    const auto best = session->analyse(board, {.depth = 2}).values.best();
    std::puts(best ? std::string{name_of(*best)}.c_str() : "none");
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "best_move: %s\n", error.what());
    return 1;
  }
}
