// Two players on the same spawns, until it is clear who is better.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

#include "arena/games.h"
#include "base/statistics.h"

namespace afterstate {

enum class Verdict { a, b, equal, undecided };

/// "a", "b", "equal" or "undecided".
std::string_view name_of(Verdict verdict);

/// What pairs of games, the same spawns for both players, amount to.
class MatchScore {
 public:
  /// Players whose means differ by less than this share are equal.
  static constexpr double equal_within = 0.01;

  void add(std::uint32_t score_a, std::uint32_t score_b);

  std::uint64_t games() const { return difference_.count(); }
  Estimate mean_a() const { return a_.estimate(); }
  Estimate mean_b() const { return b_.estimate(); }

  /// Of A's mean over B's, with an interval that may be looked at after every game.
  Estimate difference() const { return difference_.always_valid(); }

  Verdict verdict() const;

  /// How much less the difference of a pair varies than that of two games with spawns of their own, as a share.
  double variance_saved() const;

 private:
  RunningMean a_;
  RunningMean b_;
  RunningMean difference_;
};

/// Plays game after game by both plans, whose spawns must be the same, until there is a verdict or `a.games` are
/// played. The result does not depend on the number of threads. `show` is called now and then.
MatchScore play_match(GamesPlan a, GamesPlan b, const std::function<void(const MatchScore&)>& show,
                      const std::stop_token& stop);

}  // namespace afterstate
