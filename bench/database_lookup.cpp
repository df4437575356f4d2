// Measures lookups in a value database: database_lookup FILE. Boards are drawn uniformly from all boards of the
// database, in random order, so that caches help as little as possible; each layer was touched before.
#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <vector>

#include "base/random.h"
#include "game/reachable.h"
#include "solve/database.h"

namespace {

using namespace afterstate;

template <class Board>
std::vector<Board> drawn_boards(const Solution& solution, std::uint64_t count) {
  ThreadTeam team{2};
  std::vector<Board> all;
  for (ReachableLayers<Board> layers{{solution.law, solution.objective.goal}, team}; !layers.done();)
    for (const auto nibbles : layers.next().afterstates) all.push_back(Board::from_words(nibbles));
  std::vector<Board> drawn;
  for (std::uint64_t n = 0; n < count; ++n)
    drawn.push_back(all[uniform_below(random_block(1, n, 0, 0).first, all.size())]);
  return drawn;
}

template <class Board>
void measure(const ValueDatabase& database) {
  constexpr std::uint64_t count = 2'000'000;
  const auto boards = drawn_boards<Board>(database.solution(), count);
  for (const int round : {0, 1, 2, 3}) {
    double sum = 0;
    const auto start = std::chrono::steady_clock::now();
    for (const auto& board : boards) sum += database.value(board).value();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    fmt::print("{}: {:.0f} ns per lookup, mean value {:.3f}\n", round == 0 ? "first touch" : "again",
               seconds / count * 1e9, sum / count);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: database_lookup FILE\n");
    return 2;
  }
  try {
    const auto start = std::chrono::steady_clock::now();
    const ValueDatabase database{argv[1]};
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    fmt::print("opened in {:.2f} ms\n", seconds * 1e3);
    with_board(database.solution().size, [&]<class Board>() {
      if constexpr (Board::cells < 12) measure<Board>(database);
    });
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
