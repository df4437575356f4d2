#include "arena/games.h"

#include <atomic>
#include <map>
#include <mutex>
#include <vector>

#include "arena/players.h"
#include "base/threads.h"

namespace afterstate {

namespace {

/// Threads report after so many moves, not after each game: short games would spend their time waiting for each other.
constexpr std::uint64_t moves_a_report = 10'000;

/// Puts games back into the order of their numbers.
class InOrder {
 public:
  InOrder(std::uint64_t first, const std::function<void(const FinishedGame&)>& deliver)
      : next_(first), deliver_(deliver) {}

  /// Takes the games out of `finished`.
  void add(std::vector<FinishedGame>& finished) {
    const std::scoped_lock lock{mutex_};
    for (auto& game : finished) waiting_.emplace(game.game, std::move(game));
    finished.clear();
    for (auto first = waiting_.begin(); first != waiting_.end() && first->first == next_; first = waiting_.begin()) {
      deliver_(first->second);
      waiting_.erase(first);
      ++next_;
    }
  }

 private:
  std::mutex mutex_;
  std::uint64_t next_;
  std::map<std::uint64_t, FinishedGame> waiting_;
  const std::function<void(const FinishedGame&)>& deliver_;
};

template <class Board>
void play_games_on(const GamesPlan& plan, const std::function<void(const FinishedGame&)>& deliver,
                   const std::stop_token& stop) {
  InOrder in_order{plan.first_game, deliver};
  std::atomic<std::uint64_t> taken{0};
  const auto play_until_none_is_left = [&] {
    const auto player = make_player<Board>(plan.player);
    GameRecord record{plan.size, plan.player, plan.seed, 0, plan.law, {}, {}, 0};
    std::vector<FinishedGame> unreported;
    std::uint64_t unreported_moves = 0;
    while (!stop.stop_requested()) {
      const auto number = taken.fetch_add(1, std::memory_order_relaxed);
      if (number >= plan.games) break;
      FinishedGame finished{plan.first_game + number, {}, {}};
      record.game = finished.game;
      const Chance chance{plan.seed, finished.game, plan.law};
      finished.outcome = play_game(*player, chance, plan.record ? &record : nullptr);
      if (plan.record) finished.record = to_json_line(record);
      unreported_moves += finished.outcome.moves;
      unreported.push_back(std::move(finished));
      if (unreported_moves < moves_a_report) continue;
      in_order.add(unreported);
      unreported_moves = 0;
    }
    in_order.add(unreported);
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
  with_board(plan.size, [&]<class Board>() { play_games_on<Board>(plan, deliver, stop); });
}

}  // namespace afterstate
