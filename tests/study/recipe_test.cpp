#include "study/recipe.h"

#include <gtest/gtest.h>

#include <bit>
#include <fstream>

#include "base/error.h"
#include "support.h"

namespace afterstate {
namespace {

const std::filesystem::path recipes{AFTERSTATE_SOURCE_DIR "/recipes"};
const std::string smallest = "[network]\ntuples = \"0123\"\n";

using Words = std::vector<std::string>;

template <class Call>
std::string complaint_of(Call call) {
  try {
    call();
  } catch (const UserError& error) {
    return error.what();
  }
  return "accepted";
}

void expect_complaint(const std::string& text, const std::string& part, const Words& settings = {}) {
  const auto complaint = complaint_of([&] { parse_recipe(text, "x.toml", settings); });
  EXPECT_NE(complaint.find(part), std::string::npos) << text << "\n" << complaint;
}

Recipe with_learning(const std::string& keys) { return parse_recipe(smallest + "[learning]\n" + keys, "x.toml"); }

Recipe with_setting(const std::string& setting) { return parse_recipe(smallest, "x.toml", {setting}); }

void write_file(const std::filesystem::path& path, const std::string& text) { std::ofstream{path} << text; }

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
  const Phase phase{.rule = Rule::td,
                    .alpha = 0.2F,
                    .beta = 0.3F,
                    .accumulate = Accumulate::change,
                    .forget_above = 0,
                    .credit = Credit::plain,
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
  expect_complaint(smallest + "[learning]\nlambda = 1", "x.toml:4: horizon must be given for lambda 1, from 0 to 1000");
  expect_complaint(smallest + "[learning]\nlambda = 0.999", "horizon must be given for lambda 0.999");
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
  EXPECT_EQ(phases[0], (Phase{.end = 700, .rule = Rule::td, .alpha = 0.5F, .lambda = 0.5F, .horizon = 3}));
  EXPECT_EQ(phases[1], (Phase{.end = 800, .alpha = 0.5F, .lambda = 0.9F, .horizon = 21}));
  EXPECT_EQ(phases[2], (Phase{.alpha = 0.25F, .lambda = 0.5F, .horizon = 3}));
}

TEST(Recipe, AHorizonOfLearningHoldsInEveryPhase) {
  const auto recipe =
      with_learning("lambda = 0.5\nhorizon = 9\n[[phase]]\nlambda = 0.9\nshare = 0.5\n[[phase]]\nhorizon = 2");
  EXPECT_EQ(recipe.learning.phases[0].horizon, 9);
  EXPECT_EQ(recipe.learning.phases[1].horizon, 2);
}

TEST(Recipe, PhasesNeedALength) {
  const auto phases = [](const std::string& text) { return smallest + text; };
  expect_complaint(phases("[[phase]]\n[[phase]]"), "x.toml: phase 1 of 2: give its length, as 'actions' or as 'share'");
  expect_complaint(phases("[[phase]]\nshare = 0.5\nactions = 3"), "not both");
  expect_complaint(phases("[[phase]]\nshare = 0.5\n[[phase]]\nshare = 0.6"), "phase 2 of 2: the shares add up to more");
  expect_complaint(phases("[[phase]]\nshare = 0"), "x.toml:4: phase.1.share is 0; give a number above 0 and up to 1");
  expect_complaint(phases("[[phase]]\nshare = 0.5\n[[phase]]\nlambda = 1"), "x.toml:6: horizon must be given");
  expect_complaint(phases("[phase]\nshare = 0.5"), "x.toml:3: phases are a list; begin each with [[phase]]");
  expect_complaint("phase = [1]\n" + smallest, "x.toml:1: phases are a list");
  expect_complaint(phases("[[phase]]\nalhpa = 0.5"), "x.toml:4: unknown key 'phase.1.alhpa' (did you mean 'alpha'?)");
  std::string many;
  for (int n = 0; n < 101; ++n) many += "[[phase]]\nactions = 1\n";
  expect_complaint(phases(many), "101 phases; there can be 100");
}

TEST(Recipe, ATinyShareIsStillAnAction) {
  const auto recipe = parse_recipe("actions = 1\n" + smallest + "[[phase]]\nshare = 0.1\n[[phase]]", "x.toml");
  EXPECT_EQ(recipe.learning.phases[0].end, 1U);
  EXPECT_EQ(recipe.learning.phases[1].end, UINT64_MAX);
}

TEST(Recipe, UnknownKeysAreNamed) {
  expect_complaint(smallest + "[learning]\nlamda = 0.5",
                   "x.toml:4: unknown key 'learning.lamda' (did you mean 'lambda'?); [learning] has rule, alpha, ");
  expect_complaint("atcions = 3\n" + smallest,
                   "x.toml:1: unknown key 'atcions' (did you mean 'actions'?); a recipe has");
  expect_complaint("beta = 1\n" + smallest, "unknown key 'beta' (did you mean 'learning.beta'?)");
  expect_complaint("learnin.beta = 1\n" + smallest, "unknown key 'learnin.beta' (did you mean 'learning.beta'?)");
  expect_complaint(smallest + "[learnign]", "unknown key 'learnign' (did you mean 'learning'?)");
  expect_complaint(smallest + "[[phases]]", "unknown key 'phases' (did you mean 'phase'?)");
  expect_complaint("\"learning.beta\" = 1\n" + smallest, R"(unknown key '"learning.beta"')");
  expect_complaint("network = 3", "x.toml:1: 'network' is a table; write [network] and its keys below");
  expect_complaint("", "x.toml: network.tuples is missing; give a network's name, or tuples");
  expect_complaint("base = 'y.toml'\n" + smallest, "x.toml:1: only a recipe in a file has a base");
  EXPECT_NO_THROW(parse_recipe(smallest + "[learning]\n[save]", "x.toml"));
}

TEST(Recipe, ValuesOutOfRangeAreNamed) {
  const auto learning = [](const std::string& line) { return smallest + "[learning]\n" + line; };
  expect_complaint(learning("alpha = 2"), "x.toml:4: learning.alpha is 2; give a number above 0 and up to 1");
  expect_complaint(learning("alpha = 0"), "learning.alpha is 0");
  expect_complaint(learning("alpha = 1e-60"), "learning.alpha is 1e-60");
  expect_complaint(learning("lambda = -0.5"), "learning.lambda is -0.5; give a number from 0 to 1");
  expect_complaint(learning("lambda = nan"), "learning.lambda is nan");
  expect_complaint(learning("forget_above = inf"), "learning.forget_above is inf; give a number from 0 to 1e+38");
  expect_complaint(learning("horizon = 2.5"), "learning.horizon is 2.5; give a whole number from 0 to 1000");
  expect_complaint(learning("horizon = -1"), "learning.horizon is -1");
  expect_complaint(learning("rule = 'td'"), "learning.rule is 'td'; give \"TD\", \"TC\" or \"Autostep\"");
  expect_complaint(learning("rule = true"), "learning.rule is true");
  expect_complaint(learning("beta = '1'"), "learning.beta is '1'");
  expect_complaint(learning("beta = 2020-01-01"), "learning.beta is a date or time");
  expect_complaint(learning("beta = [1.5]"), "learning.beta is a list of other things than strings");
  expect_complaint(learning("beta.x = 1"), "learning.beta is a table");
  expect_complaint("actions = 0\n" + smallest, "actions is 0; give a whole number from 1 to 1e+15");
  expect_complaint("actions = 1.5\n" + smallest, "actions is 1.5");
  expect_complaint("actions = 9223372036854775807\n" + smallest, "actions is 9223372036854775807");
  expect_complaint("spawn4 = 1.1\n" + smallest, "spawn4 is 1.1");
  expect_complaint("board = 4\n" + smallest, "board is 4; give a size in quotes, such as \"4x4\"");
  expect_complaint("board = '5x5'\n" + smallest, "x.toml:1: board: board size '5x5': sides go from 1 to 4");
  expect_complaint("description = 1\n" + smallest, "description is 1; give text in quotes");
  expect_complaint("measure.games = 1\n" + smallest, "measure.games is 1; give a whole number from 2 to 1e+09");
  expect_complaint("save.seconds = 0\n" + smallest, "save.seconds is 0; give a number from 0.01 to 1e+09");
}

TEST(Recipe, TuplesMustFitTheBoardAndTheMemory) {
  expect_complaint("network.tuples = 3", "x.toml:1: network.tuples is 3; give a network's name, or tuples such as");
  expect_complaint("network.tuples = []", "network.tuples: tuples '': there are none");
  expect_complaint("network.tuples = ['0', 1.5]", "network.tuples is a list of other things than strings");
  expect_complaint("network.tuples = 'wu4x6'",
                   "x.toml:1: network.tuples: tuples 'wu4x6': unknown network (did you mean");
  expect_complaint("board = '3x3'\nnetwork.tuples = 'wu-4x6'", "x.toml:2: network.tuples: network 'wu-4x6' is for 4x4");
  expect_complaint("network.tuples = '0123456789a'", "a table of 11 cells with 16 tile values has 1.8e+13 entries");
  EXPECT_EQ(parse_recipe("network.tuples = '0123456789'", "x.toml").network.weights(), std::uint64_t{1} << 40);
  EXPECT_NO_THROW(parse_recipe("network = {tuples = '0123456789abcdef', tile_values = 5}", "x.toml"));
}

TEST(Recipe, BadTomlIsPlacedInOneLine) {
  expect_complaint("actions = = 3", "x.toml:1:11: Error while parsing value");
  for (const auto* text : {"a = \"x\ny\"", "a = 1\na = 2", "[learning\n", "\xff\xfe", "a = 1__0", "a = [[[["}) {
    const auto complaint = complaint_of([&] { parse_recipe(text, "x.toml"); });
    EXPECT_EQ(complaint.find('\n'), std::string::npos) << complaint;
    EXPECT_TRUE(complaint.starts_with("x.toml:")) << complaint;
  }
}

/// What a fuzzer found, or the same at full size.
TEST(Recipe, TextMadeToDoHarmIsRefusedAtOnce) {
  const auto repeated = [](const std::string& text, int times) {
    std::string all;
    for (int n = 0; n < times; ++n) all += text;
    return all;
  };
  expect_complaint(std::string(140'000, '#'), "a recipe has at most 131072 bytes");
  expect_complaint(repeated("a.", 10'000) + "a = 1", "unknown key 'a.a'");
  for (const auto* end : {"a = 1", "a = 1\n=", ""})  // tables that nest so deep took all of the stack
    expect_complaint(repeated("a.", 32'700) + end, "and 10000 dots");
  expect_complaint(smallest, "description is", {"description={" + repeated("a.", 32'700) + "a = 1}"});
  expect_complaint(smallest + repeated("[[phase]]\nbeta = 1\n", 5000), "5000 phases; there can be 100");
  expect_complaint("a = " + repeated("[", 100'000), "x.toml:1:");
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
  expect_complaint("description = '" + std::string(1001, 'x') + "'\n" + smallest,
                   "give text in quotes, at most 1000 bytes");
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

TEST(Recipe, WrongSettingsAreNamed) {
  expect_complaint(smallest, "--set learning.lamda=1: unknown key 'learning.lamda' (did you mean 'lambda'?)",
                   {"learning.lamda=1"});
  expect_complaint(smallest, "--set learning.beta=2: learning.beta is 2; give", {"learning.beta=2"});
  expect_complaint(smallest, "--set learning.beta=much: learning.beta is 'much'", {"learning.beta=much"});
  expect_complaint(smallest, "--set beta: write key=value, such as learning.beta=0.5", {"beta"});
  expect_complaint(smallest, "--set =1: write key=value", {"=1"});
  expect_complaint(smallest, "--set phase.1.alpha=1: 'phase.1.alpha' is not a key of one of the 0 phases",
                   {"phase.1.alpha=1"});
  for (const auto* key : {"phase.0.alpha", "phase.2.alpha", "phase.alpha", "phase.01.alpha", "phase.1.x.alpha"})
    expect_complaint(smallest + "[[phase]]", "--set", {key + std::string{"=1"}});
  expect_complaint(smallest, "--set base=y.toml: only a recipe in a file has a base", {"base=y.toml"});
  expect_complaint(smallest, "--set board=3x9: board: board size '3x9'", {"board=3x9"});
  expect_complaint(smallest, "this is not UTF-8", {"description=x\xff"});
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

TEST(Recipe, BasesAreFoundOrNamed) {
  const TemporaryFolder folder;
  const auto complaint = [&](const std::string& name) { return complaint_of([&] { read_recipe(folder / name); }); };
  const auto expect = [&](const std::string& name, const std::string& part) {
    EXPECT_NE(complaint(name).find(part), std::string::npos) << complaint(name);
  };
  expect("missing.toml", "missing.toml'; name a recipe, such as recipes/quickstart.toml");
  expect("", "cannot read");
  write_file(folder / "orphan.toml", "\nbase = 'missing.toml'");
  expect("orphan.toml", "orphan.toml:2: base 'missing.toml' is no file");
  write_file(folder / "number.toml", "base = 3");
  expect("number.toml", "number.toml:1: base is the name of another recipe in quotes");
  write_file(folder / "empty.toml", "base = ''");
  expect("empty.toml", "base '' is no file");
  write_file(folder / "strange.toml", "base = '" + std::string(5000, 'x') + "'");
  expect("strange.toml", "is no file");
  write_file(folder / "self.toml", "base = './self.toml'");
  expect("self.toml", "self.toml:1: base './self.toml' is based on this recipe");
  write_file(folder / "one.toml", "base = 'two.toml'");
  write_file(folder / "two.toml", "base = 'one.toml'");
  expect("one.toml", "two.toml:1: base 'one.toml' is based on this recipe");
  write_file(folder / "0.toml", smallest);
  for (int n = 1; n <= 9; ++n)
    write_file(folder / (std::to_string(n) + ".toml"), "base = '" + std::to_string(n - 1) + ".toml'");
  EXPECT_EQ(complaint("8.toml"), "accepted");
  expect("9.toml", "1.toml:1: base '0.toml' is one too many; there can be 8 in a row");
  write_file(folder / "wrong.toml", "actions = 3\nbeta = 1");
  write_file(folder / "right.toml", "base = 'wrong.toml'\n" + smallest);
  expect("right.toml", "wrong.toml:2: unknown key 'beta'");
}

TEST(Recipe, TheRecipesOfThisProjectAreReadAndWritten) {
  const auto explained = read_file(recipes / "README.md");
  int seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator{recipes}) {
    if (entry.path().extension() != ".toml") continue;
    ++seen;
    const auto recipe = read_recipe(entry.path());
    EXPECT_FALSE(recipe.description.empty()) << entry.path();
    EXPECT_NE(explained.find("(" + entry.path().filename().string() + ")"), std::string::npos) << entry.path();
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
  EXPECT_EQ(optimistic.learning.phases[0].rule, Rule::td);
  EXPECT_EQ(optimistic.learning.phases[1].rule, Rule::tc);
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
  EXPECT_EQ(keys, 12 + 2 * 16 + 1);
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
  const auto difference = [&](const Words& settings) {
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
