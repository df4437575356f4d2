#include "arena/league_ratings.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"

namespace afterstate {

namespace {

constexpr std::uint32_t resamplings = 1000;
constexpr std::uint32_t resampling_purpose = 0x1ea9'0e00;  // apart from those of games

LeagueMatrix zero_matrix(std::size_t players) { return {players, std::vector<double>(players, 0)}; }

double mean_of_all(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// What the ratings are made from, opening by opening.
class OpeningData {
 public:
  explicit OpeningData(const LeagueScores& scores) : scores_(scores) {
    for (std::uint64_t opening = 0; opening < scores.openings(); ++opening)
      for (std::size_t attacker = 0; attacker < scores.players(); ++attacker)
        for (std::size_t defender = 0; defender < scores.players(); ++defender)
          logs_.push_back(std::log1p(static_cast<double>(scores(opening, attacker, defender))));
  }

  /// Over openings, which may occur more than once.
  struct Sums {
    LeagueMatrix logs;
    LeagueMatrix wins;
  };
  Sums sums(const std::vector<std::uint64_t>& openings) const {
    const auto players = scores_.players();
    Sums sums{zero_matrix(players), zero_matrix(players)};
    const double weight = 1 / static_cast<double>(openings.size());
    for (const auto opening : openings)
      for (std::size_t a = 0; a < players; ++a)
        for (std::size_t b = 0; b < players; ++b) {
          sums.logs[a][b] += weight * logs_[scores_.number_of({opening, a, b})];
          if (a != b) sums.wins[a][b] += result(opening, a, b);
        }
    return sums;
  }

  /// Of the first player against the second: 1, 0 or, for a draw, a half.
  double result(std::uint64_t opening, std::size_t first, std::size_t second) const {
    const auto own = scores_(opening, second, first);
    const auto other = scores_(opening, first, second);
    if (own == other) return 0.5;
    return own > other ? 1 : 0;
  }

 private:
  const LeagueScores& scores_;
  std::vector<double> logs_;
};

/// The values of one rating in all resamplings.
void set_interval(Rating& rating, std::vector<double> values) {
  std::ranges::sort(values);
  const auto at = [&](double share) {
    return values[static_cast<std::size_t>(std::lround(share * static_cast<double>(values.size() - 1)))];
  };
  rating.low = at(0.025);
  rating.high = at(0.975);
}

}  // namespace

SideRatings side_ratings(const LeagueMatrix& logs) {
  // With every pair present, least squares gives the means of rows and columns.
  const auto players = logs.size();
  SideRatings ratings;
  std::vector<double> of_attackers;
  std::vector<double> of_defenders(players, 0);
  for (const auto& row : logs) {
    of_attackers.push_back(mean_of_all(row));
    for (std::size_t defender = 0; defender < players; ++defender)
      of_defenders[defender] += row[defender] / static_cast<double>(players);
  }
  ratings.mean = mean_of_all(of_attackers);
  for (std::size_t player = 0; player < players; ++player) {
    ratings.attack.push_back(ratings.mean - of_attackers[player]);
    ratings.defence.push_back(of_defenders[player] - ratings.mean);
  }
  return ratings;
}

std::vector<double> elo_ratings(const LeagueMatrix& wins) {
  const auto players = wins.size();
  std::vector<double> strengths(players, 1);
  const auto won = [&](std::size_t a, std::size_t b) { return wins[a][b] + 0.5; };
  // Hunter's MM algorithm (2004), which increases the likelihood in every step.
  constexpr int max_steps = 10'000;
  constexpr double precision = 1e-9;
  for (int step = 0; step < max_steps; ++step) {
    double change = 0;
    for (std::size_t a = 0; a < players; ++a) {
      double all_won = 0;
      double expected = 0;
      for (std::size_t b = 0; b < players; ++b) {
        if (a == b) continue;
        all_won += won(a, b);
        expected += (won(a, b) + won(b, a)) / (strengths[a] + strengths[b]);
      }
      const double strength = expected > 0 ? all_won / expected : 1;
      change = std::max(change, std::fabs(std::log(strength / strengths[a])));
      strengths[a] = strength;
    }
    if (change < precision) break;
  }
  std::vector<double> ratings;
  for (const double strength : strengths) ratings.push_back(400 * std::log10(strength));
  const double mean = mean_of_all(ratings);
  for (double& rating : ratings) rating -= mean;
  return ratings;
}

LeagueRatings league_ratings(const LeagueScores& scores, std::uint64_t seed) {
  const auto players = scores.players();
  const OpeningData data{scores};
  std::vector<std::uint64_t> openings(scores.openings());
  std::iota(openings.begin(), openings.end(), 0U);

  LeagueRatings ratings;
  const auto sums = data.sums(openings);
  const auto sides = side_ratings(sums.logs);
  const auto elo = elo_ratings(sums.wins);
  ratings.mean = sides.mean;
  for (std::size_t player = 0; player < players; ++player) {
    LeagueStanding standing{.attack = {sides.attack[player]}, .defence = {sides.defence[player]}, .elo = {elo[player]}};
    auto& row = ratings.scores.emplace_back();
    for (std::size_t other = 0; other < players; ++other) {
      RunningMean mean;
      for (const auto opening : openings) {
        mean.add(scores(opening, player, other));
        if (player == other) continue;
        const double result = data.result(opening, player, other);
        ++(result > 0.5 ? standing.wins : result < 0.5 ? standing.losses : standing.draws);
      }
      row.push_back(mean.estimate());
    }
    ratings.players.push_back(standing);
  }
  if (scores.openings() < 2) return ratings;

  std::vector<std::vector<double>> attack(players);
  std::vector<std::vector<double>> defence(players);
  std::vector<std::vector<double>> elos(players);
  for (std::uint32_t resampling = 0; resampling < resamplings; ++resampling) {
    std::vector<std::uint64_t> drawn;
    for (std::uint64_t n = 0; n < openings.size(); ++n)
      drawn.push_back(uniform_below(random_block(seed, n, resampling, resampling_purpose).first, openings.size()));
    const auto drawn_sums = data.sums(drawn);
    const auto drawn_sides = side_ratings(drawn_sums.logs);
    const auto drawn_elo = elo_ratings(drawn_sums.wins);
    for (std::size_t player = 0; player < players; ++player) {
      attack[player].push_back(drawn_sides.attack[player]);
      defence[player].push_back(drawn_sides.defence[player]);
      elos[player].push_back(drawn_elo[player]);
    }
  }
  for (std::size_t player = 0; player < players; ++player) {
    auto& standing = ratings.players[player];
    set_interval(standing.attack, std::move(attack[player]));
    set_interval(standing.defence, std::move(defence[player]));
    set_interval(standing.elo, std::move(elos[player]));
  }
  return ratings;
}

}  // namespace afterstate
