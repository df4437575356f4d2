#include "arena/games.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <vector>

#include "arena/plan_players.h"
#include "base/threads.h"

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
void play_games_on(const GamesPlan& plan, const PlayerMaker<Board>& player_of_thread,
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

}  // namespace

void play_games(const GamesPlan& plan, const std::function<void(const FinishedGame&)>& deliver,
                const std::stop_token& stop) {
  with_players(plan,
               [&]<class Board>(const PlayerMaker<Board>& make) { play_games_on<Board>(plan, make, deliver, stop); });
}

}  // namespace afterstate
