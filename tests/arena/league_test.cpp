#include "arena/league.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "arena/league_folder.h"
#include "arena/league_ratings.h"
#include "base/json.h"
#include "support.h"

namespace afterstate {
namespace {

LeaguePlan plan_of(const std::vector<std::string>& texts, std::uint64_t openings) {
  DuelPlayers players{{}};
  LeaguePlan plan;
  plan.rules = {{2, 3}, DuelRule::two_or_four, DuelStart::empty, 3};
  for (const auto& text : texts) plan.players.push_back(players.player(text, DuelRoles::both));
  plan.openings = openings;
  return plan;
}

const std::vector<std::string> three_players{"A=worst:heuristic,heuristic", "B=random,random", "C=random,greedy"};

/// Score by game number, and how many games were played.
std::map<std::uint64_t, std::uint32_t> played(const LeaguePlan& plan, const LeagueScores& known) {
  std::map<std::uint64_t, std::uint32_t> scores;
  play_league(plan, known, [&](const LeagueGame& game, const GameRecord& record) {
    EXPECT_EQ(record.game, game.opening);
    EXPECT_EQ(record.duel->attacker, plan.players[game.attacker].name);
    EXPECT_EQ(record.player, plan.players[game.defender].name);
    EXPECT_TRUE(scores.emplace(known.number_of(game), record.score).second) << "a game was played twice";
  });
  return scores;
}

TEST(League, PlaysEveryPairOnEveryOpening) {
  auto plan = plan_of(three_players, 4);
  plan.threads = 1;
  const LeagueScores none{3, 4};
  const auto alone = played(plan, none);
  EXPECT_EQ(alone.size(), 36U);
  plan.threads = 3;
  EXPECT_EQ(played(plan, none), alone) << "games do not depend on threads";
  auto some = none;
  for (std::uint64_t number = 0; number < 36; ++number)
    if (number % 3 != 1) some[some.game(number)] = alone.at(number);
  const auto rest = played(plan, some);
  EXPECT_EQ(rest.size(), 12U);
  for (const auto& [number, score] : rest) {
    EXPECT_EQ(number % 3, 1U);
    EXPECT_EQ(score, alone.at(number));
  }
}

TEST(LeagueScores, KeepsWholeOpenings) {
  LeagueScores scores{2, 3};
  for (std::uint64_t number = 0; number < scores.games(); ++number) {
    const auto game = scores.game(number);
    EXPECT_EQ(scores.number_of(game), number);
    if (game.opening != 1 || game.attacker == 0) scores[game] = static_cast<std::uint32_t>(number);
  }
  const auto whole = scores.whole_openings();
  EXPECT_EQ(whole.openings(), 2U);
  EXPECT_EQ(whole(0, 1, 0), 2U);
  EXPECT_EQ(whole(1, 0, 1), 9U) << "of the third opening";
}

TEST(LeagueRatings, FindTheModelThatMadeTheScores) {
  const std::vector<double> attack{0.7, -0.2, -0.5};
  const std::vector<double> defence{-1, 0.4, 0.6};
  LeagueMatrix logs(3, std::vector<double>(3));
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t d = 0; d < 3; ++d) logs[a][d] = 6 + defence[d] - attack[a];
  const auto ratings = side_ratings(logs);
  EXPECT_NEAR(ratings.mean, 6, 1e-12);
  for (std::size_t n = 0; n < 3; ++n) {
    EXPECT_NEAR(ratings.attack[n], attack[n], 1e-12);
    EXPECT_NEAR(ratings.defence[n], defence[n], 1e-12);
  }
}

TEST(LeagueRatings, MinimiseTheSquares) {
  const LeagueMatrix logs{{1, 4, 2}, {0, 3, 7}, {5, 2, 2}};
  const auto squares = [&](const SideRatings& r) {
    double sum = 0;
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t d = 0; d < 3; ++d) sum += std::pow(logs[a][d] - (r.mean + r.defence[d] - r.attack[a]), 2);
    return sum;
  };
  const auto best = side_ratings(logs);
  EXPECT_NEAR(best.attack[0] + best.attack[1] + best.attack[2], 0, 1e-12);
  EXPECT_NEAR(best.defence[0] + best.defence[1] + best.defence[2], 0, 1e-12);
  for (std::size_t n = 0; n < 3; ++n)
    for (const double step : {-0.01, 0.01}) {
      auto other = best;
      other.attack[n] += step;
      EXPECT_GT(squares(other), squares(best));
      other = best;
      other.defence[n] += step;
      EXPECT_GT(squares(other), squares(best));
    }
}

TEST(LeagueRatings, EloOfKnownResults) {
  // Two players: with the added draw 75.5 of 101 are won.
  const auto two = elo_ratings({{0, 75}, {25, 0}});
  EXPECT_NEAR(two[0] - two[1], 400 * std::log10(75.5 / 25.5), 1e-4);
  EXPECT_NEAR(two[0] + two[1], 0, 1e-9);
  // Results that follow from strengths exactly are rated by them, whatever their number; the added draws are removed.
  const std::vector<double> strengths{4, 2, 1};
  LeagueMatrix wins(3, std::vector<double>(3, 0));
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b)
      if (a != b) wins[a][b] = 1000 * strengths[a] / (strengths[a] + strengths[b]) - 0.5;
  const auto three = elo_ratings(wins);
  EXPECT_NEAR(three[0] - three[1], 400 * std::log10(2), 1e-4);
  EXPECT_NEAR(three[1] - three[2], 400 * std::log10(2), 1e-4);
  for (const double rating : elo_ratings({{0, 50}, {0, 0}})) EXPECT_TRUE(std::isfinite(rating));
  for (const double rating : elo_ratings({{0, 5, 5}, {5, 0, 5}, {5, 5, 0}})) EXPECT_NEAR(rating, 0, 1e-6);
}

LeagueScores synthetic_scores(std::uint64_t openings) {
  LeagueScores scores{2, openings};
  for (std::uint64_t opening = 0; opening < openings; ++opening) {
    const auto noise = static_cast<std::uint32_t>(random_block(1, opening, 0, 0).first % 100);
    scores[{opening, 0, 0}] = 100 + noise;
    scores[{opening, 0, 1}] = 50 + noise;
    scores[{opening, 1, 0}] = 1000 + noise;
    scores[{opening, 1, 1}] = 500 + noise;
  }
  return scores;
}

TEST(LeagueRatings, IntervalsShrinkAndRepeat) {
  const auto ratings = league_ratings(synthetic_scores(40), 5);
  const auto again = league_ratings(synthetic_scores(40), 5);
  const auto fewer = league_ratings(synthetic_scores(10), 5);
  EXPECT_EQ(ratings.players[0].wins, 40U);
  EXPECT_EQ(ratings.players[0].losses, 0U);
  EXPECT_EQ(ratings.players[1].losses, 40U);
  EXPECT_GT(ratings.players[0].attack.value, 0.5);
  EXPECT_GT(ratings.players[0].defence.value, 0.1);
  EXPECT_NEAR(ratings.scores[1][0].value - ratings.scores[0][0].value, 900, 1e-9);
  for (std::size_t n = 0; n < 2; ++n) {
    const auto& attack = ratings.players[n].attack;
    EXPECT_LT(*attack.low, attack.value);
    EXPECT_GT(*attack.high, attack.value);
    EXPECT_EQ(attack.low, again.players[n].attack.low);
    EXPECT_LT(*attack.high - *attack.low, *fewer.players[n].attack.high - *fewer.players[n].attack.low);
  }
  EXPECT_FALSE(league_ratings(synthetic_scores(1), 5).players[0].elo.low) << "one opening has no interval";
}

GameRecord some_game(std::uint64_t opening) {
  std::optional<GameRecord> kept;
  auto plan = plan_of({"B=random,random", "C=random,greedy"}, opening + 1);
  play_league(plan, LeagueScores{2, opening + 1}, [&](const LeagueGame& game, const GameRecord& record) {
    if (game.opening == opening) kept = record;
  });
  return *kept;
}

std::vector<std::string> games_in(const LeagueFolder& folder) {
  std::vector<std::string> lines;
  folder.read_games([&](const GameRecord& record) { lines.push_back(to_json_line(record)); });
  return lines;
}

TEST(LeagueFolder, KeepsFinishedGamesAndDropsATornLine) {
  const TemporaryFolder parent;
  const auto path = parent / "league";
  const auto first = some_game(0);
  const auto second = some_game(1);
  {
    LeagueFolder folder{path, {{"seed", 1}}};
    folder.add(first);
    folder.add(second);
    EXPECT_NE(complaint_of([&] { LeagueFolder again(path, {{"seed", 1}}); }).find("another process"),
              std::string::npos);
  }
  const auto whole = read_file(path / "games.jsonl");
  write_file(path / "games.jsonl", whole.substr(0, whole.size() - 7));
  {
    LeagueFolder folder{path, {{"seed", 1}}};
    EXPECT_EQ(games_in(folder), std::vector{to_json_line(first)});
    folder.add(second);
    EXPECT_EQ(games_in(folder), (std::vector{to_json_line(first), to_json_line(second)}));
  }
  EXPECT_EQ(read_file(path / "games.jsonl"), whole);
}

TEST(LeagueFolder, IsNoLeagueBeforeItsFirstGame) {
  const TemporaryFolder parent;
  const auto path = parent / "league";
  {
    const LeagueFolder failed{path, {{"seed", 1}}};
  }
  {
    LeagueFolder folder{path, {{"seed", 2}}};
    folder.add(some_game(0));
  }
  EXPECT_NE(complaint_of([&] { LeagueFolder folder(path, {{"seed", 1}}); }).find("seed was 2, now it is 1"),
            std::string::npos);
  std::filesystem::remove(path / "settings.json");
  EXPECT_NE(complaint_of([&] { LeagueFolder folder(path, {{"seed", 2}}); }).find("holds no league"), std::string::npos)
      << "games of nobody knows what";
}

TEST(LeagueFolder, RefusesAnotherLeagueAndDamage) {
  const TemporaryFolder parent;
  const auto path = parent / "league";
  {
    LeagueFolder folder{path, {{"rule", "2or4"}, {"seed", 1}}};
    folder.add(some_game(0));
  }
  EXPECT_NE(complaint_of([&] {
              LeagueFolder folder(path, {{"rule", "2"}, {"seed", 1}});
            }).find("holds another league: rule was \"2or4\", now it is \"2\""),
            std::string::npos);
  write_file(parent / "notes.txt", "mine");
  EXPECT_NE(complaint_of([&] { LeagueFolder folder(parent.path(), {{"seed", 1}}); }).find("holds no league"),
            std::string::npos);
  EXPECT_NE(complaint_of([&] { LeagueFolder folder(parent / "notes.txt", {{"seed", 1}}); }).find("cannot create"),
            std::string::npos);
  write_file(path / "games.jsonl", "{\"score\": 7}\n");
  const LeagueFolder folder{path, {{"rule", "2or4"}, {"seed", 1}}};
  try {
    games_in(folder);
    ADD_FAILURE() << "the damaged line was accepted";
  } catch (const Failure& failure) {
    EXPECT_NE(std::string{failure.what()}.find("games.jsonl:1: the record has no"), std::string::npos);
  }
}

}  // namespace
}  // namespace afterstate
