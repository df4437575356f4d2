// Counts the nodes of alpha-beta and of plain minimax on fixed boards of the two-player game, and times deeper
// searches: minimax_nodes MODEL [BOARDS], a network for 4x4 and, by default, 1000 boards.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <vector>

#include "game/game_state.h"
#include "model/model_file.h"
#include "network/network_value.h"
#include "search/minimax_searcher.h"
#include "search/searcher.h"
#include "search/worst_spawner.h"

namespace {

using namespace afterstate;
using Clock = std::chrono::steady_clock;

constexpr SpawnLaw law = law_of(DuelRule::two_or_four);

/// Every third board of greedy games, by turns of one in which the worst tiles are placed after ten random ones, and of
/// one in which tiles spawn at random, of which every 30th board.
template <class Network>
std::vector<typename Network::Board> fixed_boards(const Network& network, std::size_t count) {
  using Board = typename Network::Board;
  Searcher<NetworkValue<Network>> player{NetworkValue{network}, law};
  WorstSpawner<NetworkValue<Network>> adversary{NetworkValue{network}, law};
  std::vector<Board> boards;
  for (std::uint64_t game = 0; boards.size() < count; ++game) {
    const GameRandom random{2048, game, law};
    ChanceSpawner chance{random};
    auto state = GameState<Board>::start(random);
    const bool hostile = game % 10 != 0;
    while (boards.size() < count) {
      const auto best = player.search(state.board, {}).values.best();
      if (!best) break;
      if (state.turn > 10 && state.turn % (hostile ? 3 : 30) == 0) boards.push_back(state.board);
      if (hostile && state.turn >= 8)
        state.step(*best, adversary);
      else
        state.step(*best, chance);
    }
  }
  return boards;
}

/// Plain minimax: every slide, every placement, no bounds, no table.
template <class Network>
class PlainMinimax {
 public:
  using Board = typename Network::Board;
  explicit PlainMinimax(const Network& network) : value_(network) {}

  std::uint64_t nodes() const { return nodes_; }

  float of_board(const Board& board, int rounds) {
    float best = -std::numeric_limits<float>::infinity();
    for_each_slide(board, [&](Direction, const Slid<Board>& slid) {
      best = std::max(best, static_cast<float>(slid.reward) + of_afterstate(slid.afterstate, rounds));
    });
    return std::isinf(best) ? 0 : best;
  }

 private:
  float of_afterstate(const Board& afterstate, int rounds) {
    ++nodes_;
    float worst = std::numeric_limits<float>::infinity();
    if (rounds == 0) {
      const auto same = canonical(afterstate);  // sums of the images in another order are rounded differently
      value_.evaluate({&same, 1}, &worst);
      return worst;
    }
    for_each_spawn(afterstate, law, [&](Spawn spawn, double) {
      worst = std::min(worst, of_board(with_spawn(afterstate, spawn), rounds - 1));
    });
    return worst;
  }

  NetworkValue<Network> value_;
  std::uint64_t nodes_ = 0;
};

double quantile(std::vector<double> values, double share) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

SearchPlan plan_of_plies(int plies, int threads) {
  SearchPlan plan;
  plan.depth = (plies + 1) / 2;
  plan.table_bytes = 64'000'000;
  plan.adversary = true;
  plan.threads = threads;
  return plan;
}

template <class Network>
void measure(const Network& network, std::size_t count) {
  const auto boards = fixed_boards(network, count);
  std::size_t empty = 0;
  for (const auto& board : boards) empty += static_cast<std::size_t>(empty_count(board));
  fmt::print("{} boards with {:.1f} empty cells on average\n", boards.size(),
             static_cast<double>(empty) / static_cast<double>(boards.size()));
  MinimaxSearcher<NetworkValue<Network>> searcher{NetworkValue{network}, law, Role::defend};

  constexpr int plies = 5;
  PlainMinimax<Network> plain{network};
  std::uint64_t nodes = 0;
  std::size_t different = 0;
  double plain_seconds = 0;
  double seconds = 0;
  const auto since = [](Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  for (const auto& board : boards) {
    searcher.forget();
    auto start = Clock::now();
    const auto result = searcher.defend(board, plan_of_plies(plies, 1), Wanted::best_move);
    seconds += since(start);
    nodes += result.counts.nodes;
    start = Clock::now();
    const float expected = plain.of_board(board, (plies - 1) / 2);
    plain_seconds += since(start);
    if (static_cast<float>(*result.values[*result.values.best()]) != expected) ++different;
  }
  fmt::print("{} plies: {} nodes by alpha-beta in {:.2f} s, {} by plain minimax in {:.2f} s: {:.1f} times fewer\n",
             plies, nodes, seconds, plain.nodes(), plain_seconds,
             static_cast<double>(plain.nodes()) / static_cast<double>(nodes));
  fmt::print("boards with another value than by plain minimax: {}\n", different);

  for (const int deep : {7, 9}) {
    std::vector<double> times;
    std::uint64_t deep_nodes = 0;
    for (std::size_t n = 0; n < boards.size(); n += deep == 7 ? 1 : 50) {
      searcher.forget();
      const auto start = Clock::now();
      deep_nodes += searcher.defend(boards[n], plan_of_plies(deep, 1), Wanted::best_move).counts.nodes;
      times.push_back(1000 * since(start));
    }
    fmt::print(
        "{} plies, one thread, {} boards: median {:.2f} ms, 95th percentile {:.1f} ms, maximum {:.1f} ms, {} nodes\n",
        deep, times.size(), quantile(times, 0.5), quantile(times, 0.95), quantile(times, 1), deep_nodes);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto count = argc == 3 ? std::strtoull(argv[2], nullptr, 10) : 1000;
  if (argc < 2 || argc > 3 || count == 0) {
    fmt::print(stderr, "usage: minimax_nodes MODEL [BOARDS]\n");
    return 2;
  }
  try {
    const auto model = load_model(argv[1]);
    if (const auto* const network = std::get_if<NTupleNetwork<BasicBoard<4, 4>, ValueWeight>>(&model.network))
      measure(*network, count);
    else
      throw std::runtime_error{"give a network for 4x4"};
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
