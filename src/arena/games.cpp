#include "arena/games.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>
#include <vector>

#include "arena/in_order.h"
#include "base/json.h"
#include "os/threads.h"

namespace afterstate {

namespace {

/// Threads take games in blocks of about this many moves: if they took short games one by one, they would mostly wait
/// for each other. A long game is a block by itself.
constexpr std::uint64_t moves_per_block = 10'000;

}  // namespace

void play_games(const GamesPlan& plan, const std::function<void(const FinishedGame&)>& deliver,
                const std::stop_token& stop) {
  InOrder<FinishedGame> in_order{plan.first_game, deliver};
  std::atomic<std::uint64_t> taken{0};
  auto search = plan.search;
  search.stop = stop;
  const auto play_until_none_is_left = [&] {
    const auto session = plan.engine->new_session(plan.size, plan.law);
    GameRecord record{plan.size, plan.engine->info().name, plan.seed, 0, plan.law, {}, {}, 0};
    const auto play_one = [&](std::uint64_t game) -> std::optional<FinishedGame> {
      record.game = game;
      const auto played =
          play_game(plan.size, *session, search, GameRandom{plan.seed, game, plan.law}, plan.record ? &record : nullptr,
                    {}, plan.starts.empty() ? nullptr : &plan.starts[game % plan.starts.size()]);
      if (!played) return std::nullopt;
      return FinishedGame{game, played->outcome, plan.record ? to_json_line(record) : std::string{}, played->search};
    };
    std::uint64_t games_per_block = 1;
    while (!stop.stop_requested()) {
      const auto begin = taken.fetch_add(games_per_block, std::memory_order_relaxed);
      if (begin >= plan.games) break;
      std::vector<FinishedGame> block;
      std::uint64_t moves = 0;
      const auto end = std::min(begin + games_per_block, plan.games);
      for (auto number = begin; number < end; ++number) {
        auto finished = play_one(plan.first_game + number);
        if (!finished) break;  // stopped
        moves += finished->outcome.moves;
        block.push_back(std::move(*finished));
      }
      if (block.empty()) break;
      games_per_block = std::min(moves_per_block, 1 + moves_per_block * block.size() / (moves + 1));
      const auto first = block.front().game;
      in_order.add(first, std::move(block));
    }
  };
  run_on_threads(thread_count(plan.threads), [&](int) {
    try {
      play_until_none_is_left();
    } catch (...) {
      taken = plan.games;  // an error such as a full disk would occur again: the other threads stop too
      throw;
    }
  });
  in_order.deliver_rest();
}

}  // namespace afterstate
