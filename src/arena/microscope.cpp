#include "arena/microscope.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <mutex>
#include <ranges>
#include <tuple>

#include "arena/plan_players.h"
#include "base/threads.h"
#include "game/notation.h"

namespace afterstate {

namespace {

std::int64_t millionths(double value) { return std::llround(value * 1e6); }

/// What one thread has seen.
struct Seen {
  std::vector<AtProgress> by_progress;
  std::vector<Mistake> mistakes;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> scores;  ///< by the number of the game
};

AtProgress& at(std::vector<AtProgress>& by_progress, std::size_t progress) {
  if (by_progress.size() <= progress) by_progress.resize(progress + 1);
  return by_progress[progress];
}

bool is_worse(const Mistake& a, const Mistake& b) {
  return std::tuple{-a.loss, a.game, a.turn} < std::tuple{-b.loss, b.game, b.turn};
}

/// Keeps the worst, each board once.
void keep_worst(std::vector<Mistake>& mistakes, std::size_t most) {
  std::ranges::sort(mistakes, is_worse);
  std::vector<Mistake> kept;
  for (auto& mistake : mistakes) {
    if (kept.size() == most) break;
    if (std::ranges::none_of(kept, [&](const auto& other) { return other.exponents == mistake.exponents; }))
      kept.push_back(std::move(mistake));
  }
  mistakes = std::move(kept);
}

/// A player who is watched: each choice is compared with the exact values.
template <class Board>
class Watched final : public Player<Board> {
 public:
  Watched(Player<Board>& player, const ValueDatabase& database, std::size_t worst, Seen& seen)
      : player_(player), database_(database), worst_(worst), seen_(seen) {}

  void begin(std::uint64_t game) { game_ = game; }

  std::optional<Direction> choose(const Board& board, const Chance& chance, std::uint32_t turn) override {
    const auto here_at = static_cast<std::size_t>(afterstate::progress(board));
    auto& here = at(seen_.by_progress, here_at);
    const auto choice = player_.choose(board, chance, turn);
    if (!choice) {
      ++here.alive;  // it ended here; made good for all before when everything is put together
      return choice;
    }
    const auto exact = move_values(database_, board);
    const double best = *exact[*exact.best()];
    const double chosen = *exact[*choice];
    ++here.moves;
    if (best - chosen <= optimal_within) ++here.optimal;
    here.lost += millionths(best - chosen);
    if (const auto expected = player_.expected()) {
      ++here.valued;
      here.error += millionths(std::fabs(*expected - chosen));
    }
    if (best - chosen > least_kept_) note({best - chosen, game_, turn, exponents_of(board), *choice, exact});
    return choice;
  }

 private:
  void note(Mistake mistake) {
    seen_.mistakes.push_back(std::move(mistake));
    if (seen_.mistakes.size() < 50 * worst_) return;
    keep_worst(seen_.mistakes, worst_);
    if (seen_.mistakes.size() == worst_) least_kept_ = seen_.mistakes.back().loss;
  }

  Player<Board>& player_;
  const ValueDatabase& database_;
  std::size_t worst_;
  Seen& seen_;
  std::uint64_t game_ = 0;
  double least_kept_ = optimal_within;  ///< what is lost by less is not among the worst
};

}  // namespace

void AtProgress::add(const AtProgress& other) {
  alive += other.alive;
  moves += other.moves;
  optimal += other.optimal;
  lost += other.lost;
  valued += other.valued;
  error += other.error;
}

AtProgress Microscopy::total() const {
  AtProgress sum;
  for (const auto& one : by_progress) sum.add(one);
  return sum;
}

Microscopy look_closely(const GamesPlan& plan, const ValueDatabase& database, std::size_t worst,
                        const std::function<void(std::uint64_t)>& played, const std::stop_token& stop) {
  std::vector<Seen> all;
  std::mutex mutex;
  std::atomic<std::uint64_t> next{0};
  std::uint64_t done = 0;
  with_players(plan, [&]<class Board>(const PlayerMaker<Board>& make) {
    run_on_threads(thread_count(plan.threads), [&](int) {
      Seen seen;
      const auto player = make();
      Watched<Board> watched{*player, database, worst, seen};
      for (auto n = next++; n < plan.games && !stop.stop_requested(); n = next++) {
        const auto game = plan.first_game + n;
        watched.begin(game);
        seen.scores.emplace_back(game, play_game(watched, Chance{plan.seed, game, plan.law}).score);
        const std::scoped_lock lock{mutex};
        played(++done);
      }
      const std::scoped_lock lock{mutex};
      all.push_back(std::move(seen));
    });
  });

  Microscopy result;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> scores;
  for (auto& seen : all) {
    for (std::size_t progress = 0; progress < seen.by_progress.size(); ++progress)
      at(result.by_progress, progress).add(seen.by_progress[progress]);
    std::ranges::move(seen.mistakes, std::back_inserter(result.worst));
    scores.insert(scores.end(), seen.scores.begin(), seen.scores.end());
  }
  std::ranges::sort(scores);
  for (const auto& [game, score] : scores) result.score.add(score);
  result.games = scores.size();
  keep_worst(result.worst, worst);
  std::uint64_t alive = 0;  // a game is alive up to where it ended
  for (auto& one : result.by_progress | std::views::reverse) one.alive = alive += one.alive;
  return result;
}

}  // namespace afterstate
