// Measures lookups in endgame tables: endgame_lookup FOLDER. For each table, boards of games that are played by it, in
// random order and each in a random orientation, so that caches help as little as possible.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <vector>

#include "base/random.h"
#include "game/game_random.h"
#include "solve/endgame_tables.h"

namespace {

using namespace afterstate;
using Board = EndgameTables::Board;

std::vector<Board> played_boards(const EndgameTable& table, std::size_t count) {
  Board start;
  int exponent = 15;
  const auto walls = table.walls_in(0).cells;
  for (int cell = 0; cell < 16; ++cell)
    if ((walls >> cell & 1) != 0) start.set_exponent(cell, exponent--);
  std::vector<Board> boards;
  for (std::uint64_t game = 0; boards.size() < count; ++game) {
    const GameRandom random{1, game, {}};
    auto afterstate = start;
    for (std::uint32_t turn = 0;; ++turn) {
      double best = 0;
      for_each_slide(with_spawn(afterstate, random.spawn(afterstate, turn)), [&](Direction, const Slid<Board>& slid) {
        const auto chance = table.chance(slid.afterstate);
        if (!chance || *chance <= best) return;
        best = *chance;
        afterstate = slid.afterstate;
      });
      if (best == 0) break;
      boards.push_back(symmetric_images(afterstate)[random_block(2, boards.size(), 0, 0).first % 8]);
    }
  }
  for (std::size_t n = boards.size(); n > 1; --n)
    std::swap(boards[n - 1], boards[uniform_below(random_block(3, n, 0, 0).first, n)]);
  return boards;
}

void measure(const EndgameTables& tables, std::size_t number) {
  using Clock = std::chrono::steady_clock;
  const auto boards = played_boards(tables[number], 200'000);
  std::vector<double> nanoseconds;
  double sum = 0;
  for (const auto& board : boards) {
    const auto start = Clock::now();
    const auto found = tables.find(board, [&](std::size_t one, std::uint32_t) { return one == number; });
    nanoseconds.push_back(std::chrono::duration<double, std::nano>(Clock::now() - start).count());
    sum += found ? found->chance : 0;
  }
  std::ranges::sort(nanoseconds);
  fmt::print("walls {}, target {}: median {:.0f} ns, 99th percentile {:.0f} ns, mean chance {:.3f}\n",
             name_of(tables[number].walls_in(0)), 1 << tables[number].target(), nanoseconds[nanoseconds.size() / 2],
             nanoseconds[nanoseconds.size() * 99 / 100], sum / static_cast<double>(boards.size()));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: endgame_lookup FOLDER\n");
    return 2;
  }
  try {
    const EndgameTables tables{argv[1]};
    for (std::size_t number = 0; number < tables.size(); ++number) measure(tables, number);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
