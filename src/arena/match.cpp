#include "arena/match.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "os/threads.h"

namespace afterstate {

namespace {

/// With fewer games the interval is unreliable: it assumes that sums are normally distributed.
constexpr std::uint64_t min_games = 30;

std::vector<std::uint32_t> scores_of(const GamesPlan& plan, const std::stop_token& stop) {
  std::vector<std::uint32_t> scores;
  play_games(plan, [&](const FinishedGame& finished) { scores.push_back(finished.outcome.score); }, stop);
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

Verdict MatchScore::verdict() const {
  if (games() < min_games) return Verdict::undecided;
  const auto [value, ci95] = difference();
  if (std::fabs(value) + ci95 < equal_within * (a_.mean() + b_.mean()) / 2) return Verdict::equal;
  if (value - ci95 > 0) return Verdict::a;
  if (value + ci95 < 0) return Verdict::b;
  return value == 0 && ci95 == 0 ? Verdict::equal : Verdict::undecided;
}

double MatchScore::variance_saved() const {
  const double apart = a_.variance() + b_.variance();
  return apart > 0 ? 1 - difference_.variance() / apart : 0;
}

MatchScore play_match(GamesPlan a, GamesPlan b, const std::function<void(const MatchScore&)>& show,
                      const std::stop_token& stop) {
  const auto first = a.first_game;
  const auto most = a.games;
  MatchScore score;
  while (score.games() < most && score.verdict() == Verdict::undecided && !stop.stop_requested()) {
    // Small batches first, to decide a clear case early; then large ones, so that threads do not wait for each other.
    const auto threads = static_cast<std::uint64_t>(thread_count(a.threads));
    a.games = b.games = std::min(most - score.games(), std::max(2 * threads, score.games() / 4));
    a.first_game = b.first_game = first + score.games();
    const auto scores_a = scores_of(a, stop);
    const auto scores_b = scores_of(b, stop);
    const auto pairs = std::min(scores_a.size(), scores_b.size());
    for (std::size_t n = 0; n < pairs && score.verdict() == Verdict::undecided; ++n)
      score.add(scores_a[n], scores_b[n]);
    show(score);
  }
  return score;
}

}  // namespace afterstate
