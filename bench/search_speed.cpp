// Measures how well a search keeps its time limit, and the speedup from a second thread: search_speed MODEL, a network
// for 4x4.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <vector>

#include "game/game_state.h"
#include "model/model_file.h"
#include "network/network_value.h"
#include "search/searcher.h"

namespace {

using namespace afterstate;
using Clock = std::chrono::steady_clock;

double milliseconds_of(const auto& work) {
  const auto start = Clock::now();
  work();
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Boards of greedy games, from the start on.
template <class Network>
std::vector<typename Network::Board> boards_of_a_game(const Network& network, std::size_t count) {
  using Board = typename Network::Board;
  Searcher<NetworkValue<Network>> searcher{NetworkValue{network}, {}};
  std::vector<Board> boards;
  for (std::uint64_t game = 0; boards.size() < count; ++game) {
    const GameRandom random{1, game, {}};
    ChanceSpawner spawner{random};
    auto state = GameState<Board>::start(random);
    while (boards.size() < count) {
      const auto best = searcher.search(state.board, {}).values.best();
      if (!best) break;
      boards.push_back(state.board);
      state.step(*best, spawner);
    }
  }
  return boards;
}

template <class Network>
void measure(const Network& network) {
  const auto boards = boards_of_a_game(network, 5'000);

  SearchPlan timed;
  timed.depth = max_search_depth;
  timed.milliseconds = 10;
  timed.mode = SearchMode::strong;
  timed.table_bytes = 64'000'000;
  Searcher<NetworkValue<Network>> timed_searcher{NetworkValue{network}, {}};
  std::vector<double> times;
  for (std::size_t n = 0; n < boards.size(); n += 5)
    times.push_back(milliseconds_of([&] { timed_searcher.search(boards[n], timed); }));
  std::ranges::sort(times);
  const auto quantile = [&](double share) {
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
  };
  fmt::print("10 ms per move, {} moves: median {:.2f} ms, 99th percentile {:.2f} ms, maximum {:.2f} ms\n", times.size(),
             quantile(0.5), quantile(0.99), quantile(1));

  SearchPlan deep;
  deep.depth = 5;
  deep.table_bytes = 64'000'000;
  auto shared = deep;
  shared.threads = 2;
  Searcher<NetworkValue<Network>> one{NetworkValue{network}, {}};
  Searcher<NetworkValue<Network>> two{NetworkValue{network}, {}};
  double alone = 0;
  double together = 0;
  std::vector<double> ratios;
  for (std::size_t n = 100; n < boards.size(); n += 50) {
    one.forget();
    two.forget();
    const double one_time = milliseconds_of([&] { one.search(boards[n], deep); });
    const double two_time = milliseconds_of([&] { two.search(boards[n], shared); });
    alone += one_time;
    together += two_time;
    ratios.push_back(one_time / two_time);
  }
  std::ranges::sort(ratios);
  fmt::print("depth 5, {} boards: {:.1f} ms on one thread, {:.1f} ms on two: {:.2f} times, median {:.2f}\n",
             ratios.size(), alone, together, alone / together, ratios[ratios.size() / 2]);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: search_speed MODEL\n");
    return 2;
  }
  try {
    const auto model = load_model(argv[1]);
    if (const auto* const network = std::get_if<NTupleNetwork<BasicBoard<4, 4>, ValueWeight>>(&model.network))
      measure(*network);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
