#include "arena/games.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "arena/network_player.h"
#include "arena/perfect_player.h"
#include "arena/players.h"
#include "arena/search_player.h"
#include "base/threads.h"
#include "value/network_value.h"

namespace afterstate {

namespace {

/// Threads take games in blocks of about so many moves: one by one, short games would spend their time waiting for each
/// other, and a long game is a block of its own.
constexpr std::uint64_t moves_a_block = 10'000;

using Block = std::vector<FinishedGame>;

/// Puts blocks of games back into the order of their numbers.
class InOrder {
 public:
  InOrder(std::uint64_t first, const std::function<void(const FinishedGame&)>& deliver)
      : next_(first), deliver_(deliver) {}

  void add(Block block) {
    const std::scoped_lock lock{mutex_};
    waiting_.emplace(block.front().game, std::move(block));
    for (auto first = waiting_.begin(); first != waiting_.end() && first->first == next_; first = waiting_.begin()) {
      const auto ready = waiting_.extract(first);  // where delivery fails, this block and all after it stay undelivered
      for (const auto& finished : ready.mapped()) deliver_(finished);
      next_ += ready.mapped().size();
    }
  }

 private:
  std::mutex mutex_;
  std::uint64_t next_;
  std::map<std::uint64_t, Block> waiting_;
  const std::function<void(const FinishedGame&)>& deliver_;
};

template <class Board>
void play_games_on(const GamesPlan& plan, const std::function<std::unique_ptr<Player<Board>>()>& player_of_thread,
                   const std::function<void(const FinishedGame&)>& deliver, const std::stop_token& stop) {
  InOrder in_order{plan.first_game, deliver};
  std::atomic<std::uint64_t> taken{0};
  const auto play_until_none_is_left = [&] {
    const auto player = player_of_thread();
    GameRecord record{plan.size, plan.player, plan.seed, 0, plan.law, {}, {}, 0};
    const auto play_one = [&](std::uint64_t game) {
      FinishedGame finished{game, {}, {}, {}};
      record.game = game;
      finished.outcome = play_game(*player, Chance{plan.seed, game, plan.law}, plan.record ? &record : nullptr);
      if (plan.record) finished.record = to_json_line(record);
      finished.search = player->take_counts();
      return finished;
    };
    std::uint64_t games_a_block = 1;
    while (!stop.stop_requested()) {
      const auto begin = taken.fetch_add(games_a_block, std::memory_order_relaxed);
      if (begin >= plan.games) break;
      Block block;
      std::uint64_t moves = 0;
      const auto end = std::min(begin + games_a_block, plan.games);
      for (auto number = begin; number < end && (number == begin || !stop.stop_requested()); ++number) {
        block.push_back(play_one(plan.first_game + number));
        moves += block.back().outcome.moves;
      }
      games_a_block = std::min(moves_a_block, 1 + moves_a_block * block.size() / (moves + 1));
      in_order.add(std::move(block));
    }
  };
  run_on_threads(thread_count(plan.threads), [&](int) {
    try {
      play_until_none_is_left();
    } catch (...) {
      taken = plan.games;  // what fails here, such as a full disk, would fail again: the other threads stop too
      throw;
    }
  });
}

template <class Network>
std::unique_ptr<Player<typename Network::Board>> network_player(const Network& network, const GamesPlan& plan) {
  if (plan.search.greedy()) return std::make_unique<NetworkPlayer<Network>>(network);
  if constexpr (std::is_same_v<typename Network::Weight, ValueWeight>)
    return std::make_unique<SearchPlayer<NetworkValue<Network>>>(NetworkValue{network}, plan.search, plan.law);
  throw std::logic_error{"a network that learns plays greedily"};
}

template <class Board>
std::unique_ptr<Player<Board>> database_player(const ValueDatabase& database, const GamesPlan& plan) {
  if (plan.search.greedy()) return std::make_unique<PerfectPlayer<Board>>(database);
  return std::make_unique<SearchPlayer<DatabaseValue<Board>>>(DatabaseValue<Board>{database}, plan.search, plan.law);
}

}  // namespace

void play_games(const GamesPlan& plan, const std::function<void(const FinishedGame&)>& deliver,
                const std::stop_token& stop) {
  if (plan.network != nullptr) {
    std::visit(
        [&]<class Network>(const Network& network) {
          play_games_on<typename Network::Board>(plan, [&] { return network_player(network, plan); }, deliver, stop);
        },
        *plan.network);
  } else {
    with_board(plan.size, [&]<class Board>() {
      const auto player = [&]() -> std::unique_ptr<Player<Board>> {
        if (plan.database != nullptr) return database_player<Board>(*plan.database, plan);
        return make_player<Board>(plan.player);
      };
      play_games_on<Board>(plan, player, deliver, stop);
    });
  }
}

}  // namespace afterstate
