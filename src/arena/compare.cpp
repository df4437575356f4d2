#include "arena/compare.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <mutex>
#include <ranges>
#include <tuple>

#include "os/threads.h"
#include "solve/database_value.h"

namespace afterstate {

namespace {

std::int64_t millionths(double value) { return std::llround(value * 1e6); }

/// The statistics of one thread.
struct Seen {
  std::vector<AtProgress> by_progress;
  std::vector<Mistake> mistakes;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> scores;  ///< game number and score
};

AtProgress& at(std::vector<AtProgress>& by_progress, std::size_t progress) {
  if (by_progress.size() <= progress) by_progress.resize(progress + 1);
  return by_progress[progress];
}

bool is_worse(const Mistake& a, const Mistake& b) {
  return std::tuple{-a.loss, a.game, a.turn} < std::tuple{-b.loss, b.game, b.turn};
}

/// Keeps the worst mistakes, at most `most`, one per board.
void keep_worst(std::vector<Mistake>& mistakes, std::size_t most) {
  std::ranges::sort(mistakes, is_worse);
  std::vector<Mistake> kept;
  for (const auto& mistake : mistakes) {
    if (kept.size() == most) break;
    if (std::ranges::none_of(kept, [&](const auto& other) { return other.board == mistake.board; }))
      kept.push_back(mistake);
  }
  mistakes = std::move(kept);
}

/// Compares each choice of an engine with the exact values.
class Comparer {
 public:
  /// `has_scores`: the engine's values are scores, so its expectation can be compared too.
  Comparer(const ValueDatabase& database, bool has_scores, std::size_t worst, Seen& seen)
      : database_(database), has_scores_(has_scores), worst_(worst), seen_(seen) {}

  void begin(std::uint64_t game) { game_ = game; }

  void see(const PackedBoard& board, std::uint32_t turn, const Choice& choice) {
    auto& here = at(seen_.by_progress, static_cast<std::size_t>(afterstate::progress(unpacked<LargestBoard>(board))));
    if (!choice.move) {
      ++here.alive;  // the game ended here; smaller progress is filled in when the results are merged
      return;
    }
    const auto exact = exact_values(database_, board);
    const double best = *exact[*exact.best()];
    const double chosen = *exact[*choice.move];
    ++here.moves;
    if (best - chosen <= optimal_within) ++here.optimal;
    here.lost += millionths(best - chosen);
    if (has_scores_ && choice.expected) {
      ++here.valued;
      here.error += millionths(std::fabs(choice.expected.value_or(0) - chosen));
    }
    if (best - chosen > min_kept_) note({best - chosen, game_, turn, board, *choice.move, exact});
  }

 private:
  void note(const Mistake& mistake) {
    seen_.mistakes.push_back(mistake);
    if (seen_.mistakes.size() < 50 * worst_) return;
    keep_worst(seen_.mistakes, worst_);
    if (seen_.mistakes.size() == worst_) min_kept_ = seen_.mistakes.back().loss;
  }

  const ValueDatabase& database_;
  bool has_scores_;
  std::size_t worst_;
  Seen& seen_;
  std::uint64_t game_ = 0;
  double min_kept_ = optimal_within;  ///< a smaller loss is not among the worst
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

AtProgress Comparison::total() const {
  AtProgress sum;
  for (const auto& one : by_progress) sum.add(one);
  return sum;
}

Comparison compare_with_exact(const GamesPlan& plan, const ValueDatabase& database, std::size_t worst,
                              const std::function<void(std::uint64_t)>& played, const std::stop_token& stop) {
  std::vector<Seen> all;
  std::mutex mutex;
  std::atomic<std::uint64_t> next{0};
  std::uint64_t done = 0;
  const bool has_scores = plan.engine->info().unit == ValueUnit::score;
  run_on_threads(thread_count(plan.threads), [&](int) {
    Seen seen;
    const auto session = plan.engine->new_session(plan.size, plan.law);
    Comparer comparer{database, has_scores, worst, seen};
    for (auto n = next++; n < plan.games && !stop.stop_requested(); n = next++) {
      const auto game = plan.first_game + n;
      comparer.begin(game);
      const auto see = [&](const PackedBoard& board, std::uint32_t turn, const Choice& choice) {
        comparer.see(board, turn, choice);
      };
      const GameRandom random{plan.seed, game, plan.law};
      const auto played_game = play_game(plan.size, *session, plan.search, random, nullptr, see);
      seen.scores.emplace_back(game, played_game->outcome.score);  // without a stop in its plan, it was finished
      const std::scoped_lock lock{mutex};
      played(++done);
    }
    const std::scoped_lock lock{mutex};
    all.push_back(std::move(seen));
  });

  Comparison result;
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
  std::uint64_t alive = 0;  // a game was alive at every progress up to its end
  for (auto& one : result.by_progress | std::views::reverse) one.alive = alive += one.alive;
  return result;
}

}  // namespace afterstate
