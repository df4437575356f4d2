#include "game/duel.h"

#include <gtest/gtest.h>

#include "game/notation.h"
#include "support.h"

namespace afterstate {
namespace {

std::string broken_rule(Spawn placement, DuelRule rule) {
  constexpr Size size{2, 3};
  try {
    check_placement(placement, packed_from(parse_exponents("2 0 4/0 0 8", size)), size, rule);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "allowed";
}

TEST(Duel, NamesAreReadAndWritten) {
  for (const auto& [name, role] : role_names) EXPECT_EQ(parse_role(name), role);
  for (const auto& [name, rule] : duel_rule_names) EXPECT_EQ(parse_duel_rule(name), rule);
  for (const auto& [name, start] : duel_start_names) EXPECT_EQ(parse_duel_start(name), start);
  EXPECT_EQ(name_of(DuelRule::two_or_four), "2or4");
  EXPECT_EQ(complaint_of([] { parse_duel_rule("4"); }), "rule '4': give 2or4 or 2");
  EXPECT_EQ(complaint_of([] { parse_role(""); }), "role '': give defend or attack");
  EXPECT_EQ(complaint_of([] { parse_duel_start("one"); }), "start 'one': give empty or two");
}

TEST(Duel, PlacementsObeyTheRule) {
  for (const auto rule : {DuelRule::two_or_four, DuelRule::two}) {
    EXPECT_EQ(broken_rule({1, 1}, rule), "allowed");
    EXPECT_EQ(broken_rule({5, 1}, rule), "a tile was placed on cell 5 of '2 0 4/0 0 8', which is not empty");
    EXPECT_EQ(broken_rule({6, 1}, rule), "a tile was placed on cell 6; cells of 2x3 go from 0 to 5");
    EXPECT_EQ(broken_rule({-1, 1}, rule), "a tile was placed on cell -1; cells of 2x3 go from 0 to 5");
  }
  EXPECT_EQ(broken_rule({1, 2}, DuelRule::two_or_four), "allowed");
  EXPECT_EQ(broken_rule({1, 2}, DuelRule::two), "a 4 was placed; the rule '2' allows only 2");
  EXPECT_EQ(broken_rule({1, 3}, DuelRule::two_or_four), "a 8 was placed; the rule '2or4' allows only 2 and 4");
}

TEST(Duel, PliesCountBothSides) {
  EXPECT_EQ(plies_of_depth(1), 1);
  EXPECT_EQ(plies_of_depth(4), 7);
  EXPECT_EQ(rounds_of_plies(1), 0);
  EXPECT_EQ(rounds_of_plies(7), 3);
}

}  // namespace
}  // namespace afterstate
