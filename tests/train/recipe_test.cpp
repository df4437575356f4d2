#include "train/recipe.h"

#include <gtest/gtest.h>

#include <bit>

#include "base/error.h"
#include "support.h"
#include "train/smallest_recipe.h"

namespace afterstate {
namespace {

const std::filesystem::path recipes{AFTERSTATE_SOURCE_DIR "/recipes"};

Recipe with_learning(const std::string& keys) { return parse_recipe(smallest + "[learning]\n" + keys, "x.toml"); }

Recipe with_setting(const std::string& setting) { return parse_recipe(smallest, "x.toml", {setting}); }

TEST(Recipe, TheDefaultsAreThoseOfTheStructs) {
  const auto recipe = parse_recipe(smallest, "x.toml");
  EXPECT_EQ(recipe.description, "");
  EXPECT_EQ(recipe.actions, 100'000'000U);
  EXPECT_EQ(recipe.network.size, (Size{4, 4}));
  EXPECT_EQ(name_of(recipe.network.tuples), "0123");
  EXPECT_EQ(recipe.network.tile_values, 16);
  EXPECT_EQ(recipe.learning.law.four, 0.1);
  EXPECT_EQ(recipe.learning.phases, std::vector{Phase{}});
  EXPECT_EQ(recipe.measuring.every, 10'000'000U);
  EXPECT_EQ(recipe.measuring.games, 1000U);
  EXPECT_EQ(recipe.save_seconds, 300);
}

TEST(Recipe, ReadsEveryKey) {
  const auto recipe = parse_recipe(R"(
    description = "all of them"
    board = "3x2"
    spawn4 = 0.25
    actions = 1e9
    [network]
    tuples = ["012", "54 03"]
    tile_values = 5
    initial_value = 1.5
    [learning]
    rule = "TD"
    alpha = 0.2
    beta = 0.3
    accumulate = "change"
    forget_above = 0
    credit = "plain"
    lambda = 0.4
    horizon = 7
    [measure]
    every = 3
    games = 2
    [save]
    seconds = 0.5
  )",
                                   "x.toml");
  EXPECT_EQ(recipe.description, "all of them");
  EXPECT_EQ(recipe.actions, 1'000'000'000U);
  EXPECT_EQ(recipe.network.size, (Size{3, 2}));
  EXPECT_EQ(name_of(recipe.network.tuples), "012 45 03");
  EXPECT_EQ(recipe.network.tile_values, 5);
  EXPECT_EQ(recipe.network.initial_value, 1.5F);
  EXPECT_EQ(recipe.learning.law.four, 0.25);
  const Phase phase{.rule = RuleKind::td,
                    .alpha = 0.2F,
                    .beta = 0.3F,
                    .accumulate = Accumulate::change,
                    .forget_above = 0,
                    .credit = CreditKind::plain,
                    .lambda = 0.4F,
                    .horizon = 7};
  EXPECT_EQ(recipe.learning.phases, std::vector{phase});
  EXPECT_EQ(recipe.measuring.every, 3U);
  EXPECT_EQ(recipe.measuring.games, 2U);
  EXPECT_EQ(recipe.save_seconds, 0.5);
}

TEST(Recipe, TileValuesFollowTheBoard) {
  const auto tile_values = [](const std::string& board) {
    return parse_recipe("board = '" + board + "'\nnetwork.tuples = '01'", "x.toml").network.tile_values;
  };
  EXPECT_EQ(tile_values("4x4"), 16);
  EXPECT_EQ(tile_values("3x4"), 14);
  EXPECT_EQ(tile_values("3x3"), 11);
  EXPECT_EQ(tile_values("2x2"), 6);
}

TEST(Recipe, TheHorizonFollowsLambda) {
  const auto horizon = [](const std::string& lambda) {
    return with_learning("lambda = " + lambda).learning.phases.front().horizon;
  };
  EXPECT_EQ(horizon("0"), 0);
  EXPECT_EQ(horizon("0.05"), 0);
  EXPECT_EQ(horizon("0.1"), 0);
  EXPECT_EQ(horizon("0.11"), 1);
  EXPECT_EQ(horizon("0.31622777"), 1);  // the root of 0.1
  EXPECT_EQ(horizon("0.5"), 3);
  EXPECT_EQ(horizon("0.9"), 21);
  EXPECT_EQ(horizon("0.99"), 229);
  EXPECT_EQ(with_learning("lambda = 1\nhorizon = 0").learning.phases.front().horizon, 0);
}

TEST(Recipe, PhasesSayWhatDiffersFromLearning) {
  const auto phases = parse_recipe("actions = 1000\n" + smallest + R"(
    [learning]
    alpha = 0.5
    lambda = 0.5
    [[phase]]
    rule = "TD"
    share = 0.7
    [[phase]]
    lambda = 0.9
    actions = 100
    [[phase]]
    alpha = 0.25
    share = 0.3
  )",
                                   "x.toml")
                          .learning.phases;
  ASSERT_EQ(phases.size(), 3U);
  EXPECT_EQ(phases[0], (Phase{.end = 700, .rule = RuleKind::td, .alpha = 0.5F, .lambda = 0.5F, .horizon = 3}));
  EXPECT_EQ(phases[1], (Phase{.end = 800, .alpha = 0.5F, .lambda = 0.9F, .horizon = 21}));
  EXPECT_EQ(phases[2], (Phase{.alpha = 0.25F, .lambda = 0.5F, .horizon = 3}));
}

TEST(Recipe, AHorizonOfLearningHoldsInEveryPhase) {
  const auto recipe =
      with_learning("lambda = 0.5\nhorizon = 9\n[[phase]]\nlambda = 0.9\nshare = 0.5\n[[phase]]\nhorizon = 2");
  EXPECT_EQ(recipe.learning.phases[0].horizon, 9);
  EXPECT_EQ(recipe.learning.phases[1].horizon, 2);
}

TEST(Recipe, ATinyShareIsStillAnAction) {
  const auto recipe = parse_recipe("actions = 1\n" + smallest + "[[phase]]\nshare = 0.1\n[[phase]]", "x.toml");
  EXPECT_EQ(recipe.learning.phases[0].end, 1U);
  EXPECT_EQ(recipe.learning.phases[1].end, UINT64_MAX);
}

TEST(Recipe, TheLongestIsReadBack) {
  std::string text = "spawn4 = 0.12345678901234567\ndescription = \"";
  for (int n = 0; n < 1000; ++n) text += "\\b";
  text += "\"\n" + smallest;
  for (int n = 0; n < 100; ++n)
    text +=
        "[[phase]]\nactions = 1e15\naccumulate = 'change'\nalpha = 0.12345679\nbeta = 0.12345679\n"
        "lambda = 0.87654321\nforget_above = 1.2345679e-30\ncredit = 'delayed'\n";
  const auto recipe = parse_recipe(text, "x.toml");
  EXPECT_TRUE(parse_recipe(to_toml(recipe), "again") == recipe);
}

TEST(Recipe, SettingsComeBeforeTheFile) {
  const auto recipe =
      parse_recipe("actions = 5\n" + smallest + "[[phase]]\nactions = 2\n[[phase]]\nalpha = 0.5", "x.toml",
                   {"actions=1e3", "board=3x3", "network.tuples=terauchi-3", "learning.beta=0.5", "phase.2.alpha=0.125",
                    "description=in two words", "learning.beta = 0.25", "network.tile_values=7"});
  EXPECT_EQ(recipe.actions, 1000U);
  EXPECT_EQ(recipe.network.size, (Size{3, 3}));
  EXPECT_EQ(recipe.network.tuples.size(), 3U);
  EXPECT_EQ(recipe.network.tile_values, 7);
  EXPECT_EQ(recipe.description, "in two words");
  EXPECT_EQ(recipe.learning.phases[0], (Phase{.end = 2, .beta = 0.25F}));
  EXPECT_EQ(recipe.learning.phases[1], (Phase{.alpha = 0.125F, .beta = 0.25F}));
}

TEST(Recipe, SettingsMayLookLikeNumbers) {
  EXPECT_EQ(name_of(with_setting("network.tuples=123").network.tuples), "123");
  EXPECT_EQ(name_of(with_setting("network.tuples=1e5").network.tuples), "15e");
  EXPECT_EQ(name_of(with_setting("network.tuples=0123 4567").network.tuples), "0123 4567");
  EXPECT_EQ(name_of(with_setting("network.tuples=['0123', '4567']").network.tuples), "0123 4567");
  EXPECT_EQ(with_setting("description=2048").description, "2048");
  EXPECT_EQ(with_setting("description=a\nactions = 3").description, "a\nactions = 3");
}

TEST(Recipe, ABaseGivesWhatIsNotSaid) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "sub");
  write_file(
      folder / "base.toml",
      "actions = 7\n" + smallest + "[learning]\nalpha = 0.5\n[[phase]]\nactions = 1\n[[phase]]\n[[phase]]\nactions=2");
  write_file(folder / "middle.toml", "base = 'base.toml'\nspawn4 = 0.5\nphase = []\n[learning]\nlambda = 0.5");
  write_file(folder / "sub/top.toml", "base = '../middle.toml'\n[learning]\nlambda = 0.25");
  const auto recipe = read_recipe(folder / "sub/top.toml", {"learning.beta=0.5"});
  EXPECT_EQ(recipe.actions, 7U);
  EXPECT_EQ(recipe.learning.law.four, 0.5);
  EXPECT_EQ(recipe.learning.phases, (std::vector{Phase{.alpha = 0.5F, .beta = 0.5F, .lambda = 0.25F, .horizon = 1}}));
  const auto complaint = complaint_of([&] { read_recipe(folder / "base.toml"); });
  EXPECT_NE(complaint.find("base.toml: phase 2 of 3: give its length"), std::string::npos) << complaint;
}

TEST(Recipe, HasADuelOnlyIfItSaysSo) {
  EXPECT_FALSE(parse_recipe(smallest, "x.toml").duel);
  EXPECT_EQ(to_toml(parse_recipe(smallest, "x.toml")).find("duel"), std::string::npos);
  const auto attack = parse_recipe(smallest + "[duel]\nrole = 'attack'", "x.toml");
  EXPECT_EQ(attack.network.role, Role::attack);
  EXPECT_EQ(attack.duel->rule, DuelRule::two_or_four);
  EXPECT_EQ(attack.duel->start, DuelStart::empty);
  EXPECT_EQ(attack.duel->random_share, 0.5);
  EXPECT_EQ(attack.duel->opponents, std::vector<std::string>{"default"});
  EXPECT_EQ(attack.learning.law.four, 0.1);
  const auto defend = parse_recipe(smallest, "x.toml",
                                   {"duel.role=defend", "duel.rule=2", "duel.start=two", "duel.random_share=0.25",
                                    "duel.opponents=[\"a b.ast\", \"minimax:x@5\"]"});
  EXPECT_EQ(defend.network.role, Role::defend);
  EXPECT_EQ(defend.learning.law.four, 0);
  EXPECT_EQ(defend.duel->opponents, (std::vector<std::string>{"a b.ast", "minimax:x@5"}));
  EXPECT_TRUE(parse_recipe(smallest, "x.toml", {"duel.role=defend"}).duel->opponents.empty());
  EXPECT_TRUE(parse_recipe(smallest, "x.toml", {"duel.role=defend", "duel.opponents=self"}).duel->self());
  for (const auto& recipe : {attack, defend}) {
    EXPECT_TRUE(parse_recipe(to_toml(recipe), "again") == recipe) << to_toml(recipe);
    EXPECT_EQ(first_difference(recipe, parse_recipe(smallest, "x.toml")),
              "one has a section [duel] and the other has none");
  }
  EXPECT_EQ(first_difference(parse_recipe(smallest, "x.toml", {"duel.role=defend"}), defend),
            "duel.rule is \"2or4\" in one and \"2\" in the other");
  const auto keys = editable_keys(attack);
  const auto role = std::ranges::find(keys, "duel.role", &EditableKey::key);
  ASSERT_NE(role, keys.end());
  EXPECT_FALSE(role->otherwise);
  EXPECT_EQ(std::ranges::find(keys, "duel.opponents", &EditableKey::key)->otherwise, "\"default\"");
  EXPECT_EQ(std::ranges::find(keys, "duel.random_share", &EditableKey::key)->otherwise, "0.5");
}

TEST(Recipe, TheLargestCanBeReadBack) {
  std::string text = "description = '" + std::string(1000, '"') + "'\n" + smallest + "[duel]\nrole = 'defend'\n" +
                     "opponents = '" + std::string(1990, '"') + "'\n";
  for (int n = 0; n < 100; ++n) text += "[[phase]]\nactions = 999999999999\nalpha = 0.123456789\n";
  const auto recipe = parse_recipe(text, "x.toml");
  EXPECT_TRUE(parse_recipe(to_toml(recipe), "again") == recipe);
}

TEST(Recipe, TheRecipesOfThisProjectAreReadAndWritten) {
  const auto explained = read_file(recipes / "README.md");
  int seen = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator{recipes}) {
    if (entry.path().extension() != ".toml") continue;
    ++seen;
    const auto recipe = read_recipe(entry.path());
    EXPECT_FALSE(recipe.description.empty()) << entry.path();
    EXPECT_NE(explained.find("(" + std::filesystem::relative(entry.path(), recipes).string() + ")"), std::string::npos)
        << entry.path();
    const auto text = to_toml(recipe);
    EXPECT_TRUE(parse_recipe(text, "again") == recipe) << text;
    EXPECT_EQ(to_toml(parse_recipe(text, "again")), text);
    EXPECT_EQ(first_difference(parse_recipe(text, "again"), recipe), std::nullopt);
  }
  EXPECT_GE(seen, 4);
}

TEST(Recipe, TheRecipesSayWhatTheyMean) {
  const auto quickstart = read_recipe(recipes / "quickstart.toml");
  EXPECT_EQ(quickstart.actions, 100'000'000U);
  EXPECT_EQ(quickstart.network.lookups(), 32);
  EXPECT_EQ(quickstart.learning.phases, (std::vector{Phase{.lambda = 0.5F, .horizon = 6}}));
  EXPECT_EQ(first_difference(quickstart, read_recipe(recipes / "tc-0.toml")),
            "learning.lambda is 0.5 in one and 0 in the other");

  const auto optimistic = read_recipe(recipes / "optimistic.toml");
  EXPECT_EQ(optimistic.network.initial_value, 320'000);
  ASSERT_EQ(optimistic.learning.phases.size(), 2U);
  EXPECT_EQ(optimistic.learning.phases[0].end, 900'000'000U);
  EXPECT_EQ(optimistic.learning.phases[0].rule, RuleKind::td);
  EXPECT_EQ(optimistic.learning.phases[1].rule, RuleKind::tc);
  EXPECT_EQ(read_recipe(recipes / "optimistic.toml", {"actions=1e6"}).learning.phases[0].end, 900'000U);

  const auto mini = read_recipe(recipes / "mini.toml");
  EXPECT_EQ(mini.network.size, (Size{3, 3}));
  EXPECT_EQ(mini.network.weights(), 2U * 1'771'561U);  // 11^6
}

TEST(Recipe, TheReadmeExplainsEveryKey) {
  const auto explained = read_file(recipes / "README.md");
  std::istringstream lines{to_toml(read_recipe(recipes / "optimistic.toml"))};
  int keys = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto key = line.substr(0, line.find(" = "));
    if (key == line) continue;
    ++keys;
    EXPECT_NE(explained.find("\n| `" + key + "` |"), std::string::npos) << key;
  }
  EXPECT_EQ(keys, 12 + 2 * 17 + 1);
  for (const auto& network : named_tuples()) {
    if (network.size != Size{4, 4} || network.name.starts_with("matsuzaki-")) continue;
    EXPECT_NE(explained.find("`" + std::string{network.name} + "`"), std::string::npos) << network.name;
  }
}

TEST(Recipe, AnyTextIsADescription) {
  for (const std::string text : {"", "\"", "\\", "a\nb\tc\r", "\x01\x7f", "# no comment", "é ☃", "'''", R"(\u0041)"}) {
    auto recipe = parse_recipe(smallest, "x.toml");
    recipe.description = text;
    EXPECT_EQ(parse_recipe(to_toml(recipe), "again").description, text);
  }
}

TEST(Recipe, EveryFloatIsReadBack) {
  auto recipe = parse_recipe(smallest, "x.toml");
  const auto check = [&](float value) {
    recipe.network.initial_value = value;
    EXPECT_EQ(std::bit_cast<std::uint32_t>(parse_recipe(to_toml(recipe), "again").network.initial_value),
              std::bit_cast<std::uint32_t>(value));
  };
  for (const float value : {0.0F, 0.1F, 1.0F / 3, 16'777'216.0F, 7.038531e-26F, 1e-45F, 1e38F, 3e7F}) check(value);
  for (std::uint64_t n = 0; n < scaled(300); ++n)
    check(std::bit_cast<float>(
        static_cast<std::uint32_t>(uniform_below(random_block(2048, n, 0, 7).first, 0x7e96'7699))));
  recipe.learning.law.four = 1.0 / 3;
  EXPECT_EQ(parse_recipe(to_toml(recipe), "again").learning.law.four, 1.0 / 3);
  EXPECT_EQ(to_toml(with_learning("lambda = -0.0")), to_toml(with_learning("lambda = 0")));
}

TEST(Recipe, DifferencesAreNamed) {
  const auto recipe = read_recipe(recipes / "optimistic.toml");
  const auto difference = [&](const std::vector<std::string>& settings) {
    return first_difference(recipe, read_recipe(recipes / "optimistic.toml", settings)).value_or("none");
  };
  EXPECT_EQ(difference({}), "none");
  EXPECT_EQ(difference({"description=x"}), "none");
  EXPECT_EQ(difference({"spawn4=0.2"}), "spawn4 is 0.1 in one and 0.2 in the other");
  EXPECT_EQ(difference({"phase.2.beta=0.5"}), "phase.2.beta is 1 in one and 0.5 in the other");
  EXPECT_EQ(difference({"phase.1.share=0.8"}), "phase.1.actions is 900000000 in one and 800000000 in the other");
  EXPECT_EQ(difference({"save.seconds=9"}), "save.seconds is 300 in one and 9 in the other");
  EXPECT_EQ(first_difference(recipe, read_recipe(recipes / "quickstart.toml")),
            "network.initial_value is 320000 in one and 0 in the other");
  auto shorter = recipe;
  shorter.actions = 5;
  EXPECT_EQ(first_difference(recipe, shorter), std::nullopt);
  EXPECT_FALSE(recipe == shorter);
  shorter.learning.phases.erase(shorter.learning.phases.begin());
  EXPECT_EQ(first_difference(recipe, shorter), "the number of phases is 2 in one and 1 in the other");
}

}  // namespace
}  // namespace afterstate
