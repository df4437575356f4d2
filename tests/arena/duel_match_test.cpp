#include "arena/duel_match.h"

#include <gtest/gtest.h>

#include <set>

#include "arena/replay.h"
#include "game/packed_slide.h"
#include "support.h"

namespace afterstate {
namespace {

DuelPlan plan_of(const std::string& first, const std::string& second, const DuelRules& rules, std::uint64_t openings) {
  DuelPlayers players{{}};
  DuelPlan plan;
  plan.rules = rules;
  plan.first = players.player(first, DuelRoles::both);
  plan.second = players.player(second, DuelRoles::both);
  plan.swap = true;
  plan.seed = 7;
  plan.openings = openings;
  plan.threads = 1;
  return plan;
}

std::vector<DuelPair> played(const DuelPlan& plan) {
  std::vector<DuelPair> pairs;
  play_duels(plan, [&](const DuelPair& pair) { pairs.push_back(pair); });
  return pairs;
}

constexpr auto weak = "weak=random,random";
constexpr auto strong = "strong=worst:heuristic,heuristic";

TEST(DuelOpening, NeverEndsTheGame) {
  for (const auto size : all_sizes())
    for (const auto rule : {DuelRule::two_or_four, DuelRule::two})
      for (const auto start : {DuelStart::empty, DuelStart::two})
        for (const std::uint32_t placements : {0U, 1U, 10U, 40U})
          for (std::uint64_t number = 0; number < 5; ++number) {
            SCOPED_TRACE(name_of(size) + " " + std::to_string(placements));
            const DuelRules rules{size, rule, start, placements};
            const auto opening = opening_of(rules, 3, number);
            if (placements == 0 && start == DuelStart::empty) {
              EXPECT_EQ(opening.start, std::vector<int>(static_cast<std::size_t>(size.cells()), 0));
              continue;
            }
            PackedGame game{size, packed_from(opening.start)};
            for (const auto& turn : opening.turns) {
              check_placement(turn.spawn, packed_slide(game.board, size, turn.move)->afterstate, size, rule);
              ASSERT_TRUE(game.step(turn.move, [&](const PackedBoard&, std::uint32_t) { return turn.spawn; }));
            }
            EXPECT_FALSE(game.over());
            const auto placed = opening.turns.size() + (start == DuelStart::empty ? 1 : 0);
            EXPECT_LE(placed, placements);
            EXPECT_GE(placed, size.cells() == 16 ? placements : 0) << "shorter only on small boards";
          }
}

TEST(DuelOpening, DependsOnSeedAndNumberAlone) {
  const DuelRules rules{{3, 3}, DuelRule::two_or_four, DuelStart::empty, 6};
  std::set<std::vector<int>> boards;
  for (const auto& [first, second] : {std::pair{weak, strong}, {strong, weak}, {weak, weak}}) {
    const auto pairs = played(plan_of(first, second, rules, 4));
    for (std::uint64_t number = 0; number < pairs.size(); ++number) {
      const auto opening = opening_of(rules, 7, number);
      for (const auto* const game : {&pairs[number].straight, &*pairs[number].swapped}) {
        EXPECT_EQ(game->record.game, number);
        EXPECT_EQ(game->record.start, opening.start);
        ASSERT_GE(game->record.turns.size(), opening.turns.size());
        for (std::size_t turn = 0; turn < opening.turns.size(); ++turn)
          EXPECT_EQ(game->record.turns[turn], opening.turns[turn]);
      }
    }
  }
  EXPECT_NE(opening_of(rules, 7, 0).turns, opening_of(rules, 7, 1).turns);
  EXPECT_NE(opening_of(rules, 7, 0).turns, opening_of(rules, 8, 0).turns);
}

TEST(DuelMatch, DoesNotDependOnThreads) {
  auto plan = plan_of(weak, strong, {{3, 3}}, 20);
  const auto alone = played(plan);
  plan.threads = 3;
  const auto together = played(plan);
  ASSERT_EQ(alone.size(), 20U);
  ASSERT_EQ(together.size(), alone.size());
  for (std::size_t n = 0; n < alone.size(); ++n) {
    EXPECT_EQ(to_json_line(alone[n].straight.record), to_json_line(together[n].straight.record));
    EXPECT_EQ(to_json_line(alone[n].swapped->record), to_json_line(together[n].swapped->record));
  }
}

TEST(DuelMatch, CountsIdenticalGamesOnce) {
  DuelRules rules{{3, 3}};
  rules.opening = 0;
  DuelScore score;
  for (const auto& pair : played(plan_of(strong, strong, rules, 5))) score.add(pair);
  EXPECT_EQ(score.games(), 10U);
  EXPECT_EQ(score.distinct(), 1U);
  EXPECT_EQ(score.draws(), 5U);
  DuelScore random_score;
  for (const auto& pair : played(plan_of(weak, strong, rules, 5))) random_score.add(pair);
  EXPECT_EQ(random_score.distinct(), 10U);
}

TEST(DuelMatch, TheBetterDefenderWinsAPair) {
  DuelScore score;
  std::uint64_t wins = 0;
  const auto plan = plan_of(strong, weak, {{3, 3}}, 30);
  for (const auto& pair : played(plan)) {
    score.add(pair);
    EXPECT_EQ(pair.straight.record.player, "random");
    EXPECT_EQ(pair.straight.record.duel->attacker, "worst:heuristic");
    EXPECT_EQ(pair.swapped->record.player, "heuristic");
    EXPECT_EQ(pair.swapped->record.duel->attacker, "random");
    if (pair.swapped->outcome.score > pair.straight.outcome.score) ++wins;
  }
  EXPECT_EQ(score.wins(), wins);
  EXPECT_EQ(score.wins() + score.losses() + score.draws(), 30U);
  EXPECT_GT(score.wins(), 25U);
  EXPECT_NEAR(score.mean().value, (score.straight().mean().value + score.swapped().mean().value) / 2, 1e-9);
}

TEST(DuelMatch, StopsOnRequest) {
  std::stop_source source;
  auto plan = plan_of(weak, weak, {{4, 4}}, 1'000'000);
  std::uint64_t pairs = 0;
  play_duels(
      plan,
      [&](const DuelPair&) {
        if (++pairs == 3) source.request_stop();
      },
      source.get_token());
  EXPECT_EQ(pairs, 3U);
}

TEST(DuelMatch, RandomSidesDoNotShareTheirRandomNumbers) {
  // With shared bits, a random attacker's cell and a random defender's direction two turns later would go together.
  DuelRules rules{{4, 4}};
  rules.opening = 0;
  std::array<std::array<double, 4>, 4> counts{};
  double all = 0;
  for (const auto& pair : played(plan_of(weak, weak, rules, 300))) {
    const auto& turns = pair.straight.record.turns;
    for (std::size_t n = 0; n + 2 < turns.size(); ++n) {
      ++counts[static_cast<std::size_t>(turns[n].spawn.cell / 4)][static_cast<std::size_t>(turns[n + 2].move)];
      ++all;
    }
  }
  for (const auto& row : counts)
    for (const double count : row) EXPECT_NEAR(count / all, 1.0 / 16, 0.02);
}

std::string duel_complaint(const GameRecord& record) {
  try {
    replay(parse_record(to_json_line(record)));
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "accepted";
}

TEST(DuelRecord, ReplaysAndIsChecked) {
  DuelRules rules{{3, 3}, DuelRule::two, DuelStart::empty, 3};
  const auto record = played(plan_of(strong, weak, rules, 1)).front().straight.record;
  EXPECT_EQ(duel_complaint(record), "accepted");
  EXPECT_EQ(identity_of(parse_record(to_json_line(record))), identity_of(record));

  auto four = record;
  four.turns.back().spawn.exponent = 2;
  EXPECT_EQ(duel_complaint(four), "a 4 cannot be placed under the rule '2'");
  auto first_four = record;
  for (int& exponent : first_four.start) exponent *= 2;
  EXPECT_EQ(duel_complaint(first_four), "a 4 cannot be placed under the rule '2'");

  auto occupied = record;
  const auto positions = positions_of(record);
  const auto& turn = record.turns.back();
  const auto afterstate = packed_slide(positions[record.turns.size() - 1].board, rules.size, turn.move)->afterstate;
  for (int cell = 0; cell < 9; ++cell)
    if (unpacked<LargestBoard>(afterstate).exponent(cell) != 0) occupied.turns.back().spawn.cell = cell;
  EXPECT_NE(duel_complaint(occupied).find("which is not empty"), std::string::npos);

  auto other_opening = record;
  other_opening.game += 1;
  EXPECT_EQ(duel_complaint(other_opening), "its first 3 placements are not those of opening 1 with seed 7");
  auto other_start = record;
  other_start.duel->start = DuelStart::two;
  EXPECT_NE(duel_complaint(other_start).find("a game starts with two tiles"), std::string::npos);
  auto short_record = record;
  short_record.turns.pop_back();
  EXPECT_NE(duel_complaint(short_record), "accepted");
  auto long_opening = record;
  long_opening.duel->opening = 4'000'000'000;
  EXPECT_EQ(duel_complaint(long_opening), "\"opening\" is 4000000000; it has at most 1000 placements");
}

}  // namespace
}  // namespace afterstate
