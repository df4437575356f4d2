#include "arena/review.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <numeric>
#include <optional>

#include "arena/compare.h"
#include "arena/replay.h"
#include "os/threads.h"

namespace afterstate {

std::uint64_t Review::optimal() const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(moves, [](const ReviewedMove& move) { return move.loss <= optimal_within; }));
}

double Review::total_loss() const {
  double sum = 0;
  for (const auto& move : moves) sum += move.loss;
  return sum;
}

double Review::accuracy() const {
  double sum = 0;
  for (const auto& move : moves) {
    const double best = std::max(*move.values[move.best], 1.0);  // at the end of a game the value can be 0
    sum += std::exp(-100 * move.loss / best);
  }
  return moves.empty() ? 1 : sum / static_cast<double>(moves.size());
}

std::vector<std::size_t> Review::worst(std::size_t most) const {
  std::vector<std::size_t> numbers(moves.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  std::erase_if(numbers, [&](std::size_t n) { return moves[n].loss <= optimal_within; });
  std::ranges::sort(numbers, {}, [&](std::size_t n) { return std::pair{-moves[n].loss, n}; });
  numbers.resize(std::min(numbers.size(), most));
  return numbers;
}

Review review(const GameRecord& record, const Engine& engine, const SearchPlan& search, int threads,
              const std::function<void(std::uint64_t)>& reviewed, const std::stop_token& stop) {
  replay(record, Ending::anywhere);
  const auto positions = positions_of(record);
  const auto count = record.turns.size();
  auto plan = search;
  plan.threads = search.milliseconds ? threads : 1;
  const auto workers = search.milliseconds ? 1 : std::min<std::size_t>(static_cast<std::size_t>(threads), count);
  std::vector<std::optional<ReviewedMove>> moves(count);
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::uint64_t done = 0;
  run_on_threads(static_cast<int>(workers), [&](int) {
    const auto session = engine.new_session(record.size, record.law);
    for (auto turn = next++; turn < count && !stop.stop_requested(); turn = next++) {
      const auto& position = positions[turn];
      const auto played = record.turns[turn].move;
      session->new_game();  // so that the result depends neither on threads nor on earlier moves
      const auto values = session->analyse(position.board, plan).values;
      const auto best = *values.best();
      moves[turn] = {position.board, position.score, played, best, values, *values[best] - *values[played]};
      const std::scoped_lock lock{mutex};
      if (reviewed) reviewed(++done);
    }
  });
  Review review;
  for (auto& move : moves) {
    if (!move) break;  // stopped
    review.moves.push_back(*move);
  }
  return review;
}

}  // namespace afterstate
