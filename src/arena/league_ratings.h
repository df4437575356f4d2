// Ratings of the players of a league: of attack and defence from scores, and Elo from games with exchanged roles.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "arena/league_scores.h"
#include "base/statistics.h"

namespace afterstate {

/// A number per pair of players: [attacker][defender], or [winner][loser].
using LeagueMatrix = std::vector<std::vector<double>>;

/// The model log(score + 1) = mean + defence of the defender - attack of the attacker, fitted by least squares; the
/// ratings of all attackers have the sum zero, and so have those of all defenders.
struct SideRatings {
  double mean = 0;
  std::vector<double> attack;
  std::vector<double> defence;
};

/// `logs` is the mean of log(score + 1) over the openings, of which every pair has the same number.
SideRatings side_ratings(const LeagueMatrix& logs);

/// Elo ratings with the mean zero: the maximum likelihood of Bradley & Terry's model, where a draw is half a win.
/// `wins` counts the draws so too. One draw between each two players is added: a player that always wins has no finite
/// rating otherwise.
std::vector<double> elo_ratings(const LeagueMatrix& wins);

/// A rating with its 95 % bootstrap interval, which a single opening does not have.
struct Rating {
  double value = 0;
  std::optional<double> low{};
  std::optional<double> high{};
};

/// One player.
struct LeagueStanding {
  Rating attack;
  Rating defence;
  Rating elo;
  // Over the openings, against all others: it wins if it scores more as defender than the other does.
  std::uint64_t wins = 0;
  std::uint64_t losses = 0;
  std::uint64_t draws = 0;
};

struct LeagueRatings {
  double mean = 0;  ///< of log(score + 1)
  std::vector<LeagueStanding> players;
  std::vector<std::vector<Estimate>> scores;  ///< means, [attacker][defender]
};

/// Rates the players by games that are all finished, at least one opening. The intervals are by resampling whole
/// openings, with random numbers from `seed`.
LeagueRatings league_ratings(const LeagueScores& scores, std::uint64_t seed);

}  // namespace afterstate
