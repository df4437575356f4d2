// Matches: two players play games with the same spawns until it is clear which is better.
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

/// The result of pairs of games, each with the same spawns for both players.
class MatchScore {
 public:
  /// Players are equal if their means differ by less than this share.
  static constexpr double equal_within = 0.01;

  void add(std::uint32_t score_a, std::uint32_t score_b);

  std::uint64_t games() const { return difference_.count(); }
  Estimate mean_a() const { return a_.estimate(); }
  Estimate mean_b() const { return b_.estimate(); }

  /// A's mean minus B's, with an interval that stays valid if it is checked after every game.
  Estimate difference() const { return difference_.always_valid(); }

  Verdict verdict() const { return verdict_after(games()); }

  /// The number of games after which there will be a verdict if means and variance stay as they are; at most `most`.
  std::uint64_t games_needed(std::uint64_t most) const;

  /// The share by which the same spawns reduce the variance of the difference, compared with independent games.
  double variance_saved() const;

 private:
  Verdict verdict_after(std::uint64_t games) const;

  RunningMean a_;
  RunningMean b_;
  RunningMean difference_;
};

/// Plays the games of both plans, which must have the same spawns, until there is a verdict or `a.games` are played.
/// The result does not depend on the number of threads. `show` is called after each game with the result of the pairs
/// so far and the number of games per player, of which those of unfinished pairs count half. If `stop` is requested,
/// games in progress are abandoned.
MatchScore play_match(GamesPlan a, GamesPlan b, const std::function<void(const MatchScore&, double games)>& show,
                      const std::stop_token& stop);

}  // namespace afterstate
