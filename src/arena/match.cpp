#include "arena/match.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "os/threads.h"

namespace afterstate {

namespace {

/// With fewer games the interval is unreliable: it assumes that sums are normally distributed.
constexpr std::uint64_t min_games = 30;

/// By game number.
std::map<std::uint64_t, std::uint32_t> scores_of(const GamesPlan& plan, const std::function<void()>& finished_one,
                                                 const std::stop_token& stop) {
  std::map<std::uint64_t, std::uint32_t> scores;
  const auto keep = [&](const FinishedGame& finished) {
    scores[finished.game] = finished.outcome.score;
    finished_one();
  };
  play_games(plan, keep, stop);
  return scores;
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::a: return "a";
    case Verdict::b: return "b";
    case Verdict::equal: return "equal";
    default: return "undecided";
  }
}

void MatchScore::add(std::uint32_t score_a, std::uint32_t score_b) {
  a_.add(score_a);
  b_.add(score_b);
  difference_.add(static_cast<double>(score_a) - static_cast<double>(score_b));
}

Verdict MatchScore::verdict_after(std::uint64_t games) const {
  if (games < min_games) return Verdict::undecided;
  const auto [value, ci95] = difference_.always_valid(games);
  if (std::fabs(value) + ci95 < equal_within * (a_.mean() + b_.mean()) / 2) return Verdict::equal;
  if (value - ci95 > 0) return Verdict::a;
  if (value + ci95 < 0) return Verdict::b;
  return value == 0 && ci95 == 0 ? Verdict::equal : Verdict::undecided;
}

std::uint64_t MatchScore::games_needed(std::uint64_t most) const {
  auto low = std::max(games(), min_games);  // the interval only becomes narrower: find the first verdict by bisection
  auto high = std::max(most, low);
  while (low < high) {
    const auto middle = low + (high - low) / 2;
    if (verdict_after(middle) == Verdict::undecided)
      low = middle + 1;
    else
      high = middle;
  }
  return std::min(low, most);
}

double MatchScore::variance_saved() const {
  const double apart = a_.variance() + b_.variance();
  return apart > 0 ? 1 - difference_.variance() / apart : 0;
}

MatchScore play_match(GamesPlan a, GamesPlan b, const std::function<void(const MatchScore&, double games)>& show,
                      const std::stop_token& stop) {
  const auto first = a.first_game;
  const auto most = a.games;
  MatchScore score;
  while (score.games() < most && score.verdict() == Verdict::undecided && !stop.stop_requested()) {
    // Small batches first, to decide a clear case early; then large ones, so that threads do not wait for each other.
    const auto threads = static_cast<std::uint64_t>(thread_count(a.threads));
    a.games = b.games = std::min(most - score.games(), std::max(2 * threads, score.games() / 4));
    a.first_game = b.first_game = first + score.games();
    auto played = static_cast<double>(score.games());
    const auto finished_one = [&] { show(score, played += 0.5); };
    const auto scores_a = scores_of(a, finished_one, stop);
    const auto scores_b = scores_of(b, finished_one, stop);
    for (const auto& [game, score_a] : scores_a)
      if (const auto other = scores_b.find(game); other != scores_b.end() && score.verdict() == Verdict::undecided)
        score.add(score_a, other->second);
  }
  return score;
}

}  // namespace afterstate
