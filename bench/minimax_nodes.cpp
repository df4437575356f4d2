// Counts the nodes of alpha-beta and of plain minimax on fixed boards of the two-player game, and times deeper
// searches: minimax_nodes MODEL [BOARDS], a network for 4x4 and, by default, 1000 boards.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <string_view>
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

/// Boards of greedy games: every third of games in which the worst tiles are placed after a few random ones, or every
/// 30th of games in which tiles spawn at random.
template <class Network>
std::vector<typename Network::Board> fixed_boards(const Network& network, bool attacked, std::size_t count) {
  using Board = typename Network::Board;
  Searcher<NetworkValue<Network>> player{NetworkValue{network}, law};
  WorstSpawner<NetworkValue<Network>> attacker{NetworkValue{network}, law};
  std::vector<Board> boards;
  for (std::uint64_t game = 0; boards.size() < count; ++game) {
    const GameRandom random{2048, game, law};
    ChanceSpawner chance{random};
    auto state = GameState<Board>::start(random);
    while (boards.size() < count) {
      const auto best = player.search(state.board, {}).values.best();
      if (!best) break;
      if (state.turn > 10 && state.turn % (attacked ? 3 : 30) == 0) boards.push_back(state.board);
      if (attacked && state.turn >= 8)
        state.step(*best, attacker);
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

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct NodeCounts {
  std::uint64_t alpha_beta = 0;
  std::uint64_t plain = 0;
};

void print_counts(std::string_view kind, const NodeCounts& counts) {
  fmt::print("{}: {} nodes by alpha-beta, {} by plain minimax: {:.1f} times fewer\n", kind, counts.alpha_beta,
             counts.plain, static_cast<double>(counts.plain) / static_cast<double>(counts.alpha_beta));
}

template <class Network>
void measure(const Network& network, std::size_t count) {
  using Board = typename Network::Board;
  MinimaxSearcher<NetworkValue<Network>> searcher{NetworkValue{network}, law, Role::defend};
  std::vector<Board> all;
  NodeCounts total;
  std::size_t different = 0;
  constexpr int plies = 5;
  fmt::print("{} plies:\n", plies);
  for (const bool attacked : {true, false}) {
    const auto boards = fixed_boards(network, attacked, attacked ? count / 2 : count - count / 2);
    std::size_t empty = 0;
    NodeCounts counts;
    PlainMinimax<Network> plain{network};
    for (const auto& board : boards) {
      empty += static_cast<std::size_t>(empty_count(board));
      searcher.forget();
      const auto result = searcher.defend(board, plan_of_plies(plies, 1), Wanted::best_move);
      counts.alpha_beta += result.counts.nodes;
      const float expected = plain.of_board(board, rounds_of_plies(plies));
      if (static_cast<float>(*result.values[*result.values.best()]) != expected) ++different;
    }
    counts.plain = plain.nodes();
    print_counts(fmt::format("{} boards of {} games, {:.1f} cells empty on average", boards.size(),
                             attacked ? "attacked" : "one-player",
                             static_cast<double>(empty) / static_cast<double>(boards.size())),
                 counts);
    total.alpha_beta += counts.alpha_beta;
    total.plain += counts.plain;
    all.insert(all.end(), boards.begin(), boards.end());
  }
  print_counts("in total", total);
  fmt::print("boards with another value than by plain minimax: {}\n", different);
  for (const int deep : {7, 9}) {
    std::vector<double> times;
    for (std::size_t n = 0; n < all.size(); n += deep == 7 ? 1 : 20) {
      searcher.forget();
      const auto start = Clock::now();
      searcher.defend(all[n], plan_of_plies(deep, 1), Wanted::best_move);
      times.push_back(1000 * seconds_since(start));
    }
    fmt::print("{} plies, one thread, {} boards: median {:.2f} ms, 95th percentile {:.1f} ms, maximum {:.1f} ms\n",
               deep, times.size(), quantile(times, 0.5), quantile(times, 0.95), quantile(times, 1));
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
