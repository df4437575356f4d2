// Errors in a recipe are one line that names the place.
#include <gtest/gtest.h>

#include "support.h"
#include "train/recipe.h"
#include "train/smallest_recipe.h"

namespace afterstate {
namespace {

void expect_complaint(const std::string& text, const std::string& part, const std::vector<std::string>& settings = {}) {
  const auto complaint = complaint_of([&] { parse_recipe(text, "x.toml", settings); });
  EXPECT_NE(complaint.find(part), std::string::npos) << text << "\n" << complaint;
}

TEST(RecipeRefusals, PhasesNeedALength) {
  const auto phases = [](const std::string& text) { return smallest + text; };
  expect_complaint(phases("[[phase]]\n[[phase]]"), "x.toml: phase 1 of 2: give its length as 'actions' or as 'share'");
  expect_complaint(phases("[[phase]]\nshare = 0.5\nactions = 3"), "not both");
  expect_complaint(phases("[[phase]]\nshare = 0.5\n[[phase]]\nshare = 0.6"), "phase 2 of 2: the shares add up to more");
  expect_complaint(phases("[[phase]]\nshare = 0"), "x.toml:4: phase.1.share is 0; give a number above 0 and up to 1");
  expect_complaint(phases("[[phase]]\nshare = 0.5\n[[phase]]\nlambda = 1"), "x.toml:6: horizon must be given");
  expect_complaint(phases("[phase]\nshare = 0.5"), "x.toml:3: phases are a list; begin each with [[phase]]");
  expect_complaint("phase = [1]\n" + smallest, "x.toml:1: phases are a list");
  expect_complaint(phases("[[phase]]\nalhpa = 0.5"), "x.toml:4: unknown key 'phase.1.alhpa' (did you mean 'alpha'?)");
  std::string many;
  for (int n = 0; n < 101; ++n) many += "[[phase]]\nactions = 1\n";
  expect_complaint(phases(many), "101 phases; the maximum is 100");
}

TEST(RecipeRefusals, ALambdaNearOneNeedsAHorizon) {
  expect_complaint(smallest + "[learning]\nlambda = 1", "x.toml:4: horizon must be given for lambda 1, from 0 to 1000");
  expect_complaint(smallest + "[learning]\nlambda = 0.999", "horizon must be given for lambda 0.999");
}

TEST(RecipeRefusals, ADescriptionHasAnEnd) {
  expect_complaint("description = '" + std::string(1001, 'x') + "'\n" + smallest,
                   "give text in quotes, at most 1000 bytes");
}

TEST(RecipeRefusals, GoalsAndGivenBoardsMustFit) {
  const auto four_by_four = [](const std::string& lines) { return "[network]\ntuples = '0123'\n" + lines; };
  expect_complaint(four_by_four("goal = 32768"), "x.toml:3: network.goal: the goal 32k needs a goal_value above 0");
  expect_complaint(four_by_four("goal_value = 5"), "x.toml:3: network.goal: a value of the goal without a goal");
  expect_complaint(four_by_four("goal = 5\ngoal_value = 5"), "x.toml:3: network.goal");
  expect_complaint(four_by_four("goal = '16k 32k'\ngoal_value = 5"), "is not one event");
  expect_complaint(four_by_four("goal = 16384\ngoal_value = 5\nstages = 32768"), "does not come after the last stage");
  expect_complaint(four_by_four("goal = 16384\ngoal_value = 5\nstages = 'pow2:2'"),
                   "needs stages that begin at events");
  expect_complaint(four_by_four("goal = 16384\ngoal_value = 5\ninitial_value = 2"), "an initial value");
  expect_complaint(four_by_four("goal = 16384\ngoal_value = 5\n[duel]\nrole = 'defend'"), "one-player game");
  expect_complaint(four_by_four("[learning]\nstart = 'boards'"), "x.toml:4: start \"boards\" needs the key boards");
  expect_complaint("boards = 'b'\n" + four_by_four("[learning]\nstart = 'boards'\nstage = 1"), "the last stage is 0");
  expect_complaint("boards = 'b'\n" + four_by_four("[learning]\nstart = 'boards'\n[duel]\nrole = 'defend'"),
                   "one-player game");
  expect_complaint(four_by_four("[learning]\ndemonstrator = 'random'\nepsilon = 0.1"), "cannot be combined");
  const auto recipe = parse_recipe(
      "boards = 'b'\n" + four_by_four("goal = '16k+8k'\ngoal_value = 5e4\n[learning]\nstart = 'boards'\n[[phase]]\n"
                                      "actions = 5\ndemonstrator = 'random'\n[[phase]]\n"),
      "x.toml");
  EXPECT_EQ(recipe.boards, "b");
  EXPECT_EQ(recipe.network.goal, (StageEvent{13, 24576}));
  EXPECT_EQ(recipe.network.goal_value, 5e4F);
  EXPECT_EQ(recipe.learning.phases[0].demonstrator, "random");
  EXPECT_FALSE(recipe.learning.phases[1].demonstrator);
  EXPECT_TRUE(parse_recipe(to_toml(recipe), "again") == recipe);
}

TEST(RecipeRefusals, UnknownKeysAreNamed) {
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
  expect_complaint("base = 'y.toml'\n" + smallest, "x.toml:1: base is allowed only in a recipe file");
  EXPECT_NO_THROW(parse_recipe(smallest + "[learning]\n[save]", "x.toml"));
}

TEST(RecipeRefusals, ValuesOutOfRangeAreNamed) {
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
  expect_complaint(learning("beta = [1.5]"), "learning.beta is a list of values other than strings");
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

TEST(RecipeRefusals, TuplesMustFitTheBoardAndTheMemory) {
  expect_complaint("network.tuples = 3", "x.toml:1: network.tuples is 3; give a network's name, or tuples in quotes");
  expect_complaint("network.tuples = []", "network.tuples: tuples '': the list is empty");
  expect_complaint("network.tuples = ['0', 1.5]", "network.tuples is a list of values other than strings");
  for (const auto* const list : {"['0123', 5]", "[123, 5]"})
    expect_complaint(std::string{"network.tuples = "} + list,
                     "network.tuples is a list with whole numbers; give a network's name, or tuples in quotes");
  EXPECT_NO_THROW(parse_recipe("network = {tuples = ['0123'], stages = ['2048', 4096]}", "x.toml"));
  expect_complaint("network.tuples = 'wu4x6'",
                   "x.toml:1: network.tuples: tuples 'wu4x6': unknown network (did you mean");
  expect_complaint("board = '3x3'\nnetwork.tuples = 'wu-4x6'", "x.toml:2: network.tuples: network 'wu-4x6' is for 4x4");
  expect_complaint("network.tuples = '0123456789a'", "a table of 11 cells with 16 tile values has 1.8e+13 entries");
  EXPECT_EQ(parse_recipe("network.tuples = '0123456789'", "x.toml").network.weights(), std::uint64_t{1} << 40);
  EXPECT_NO_THROW(parse_recipe("network = {tuples = '0123456789abcdef', tile_values = 5}", "x.toml"));
}

TEST(RecipeRefusals, BadTomlIsPlacedInOneLine) {
  expect_complaint("actions = = 3", "x.toml:1:11: Error while parsing value");
  for (const auto* text : {"a = \"x\ny\"", "a = 1\na = 2", "[learning\n", "\xff\xfe", "a = 1__0", "a = [[[["}) {
    const auto complaint = complaint_of([&] { parse_recipe(text, "x.toml"); });
    EXPECT_EQ(complaint.find('\n'), std::string::npos) << complaint;
    EXPECT_TRUE(complaint.starts_with("x.toml:")) << complaint;
  }
}

/// Inputs found by a fuzzer, or the same at full size.
TEST(RecipeRefusals, TextMadeToDoHarmIsRefusedAtOnce) {
  const auto repeated = [](const std::string& text, int times) {
    std::string all;
    for (int n = 0; n < times; ++n) all += text;
    return all;
  };
  expect_complaint(std::string(200'000, '#'), "too large for a recipe; the maximum is 196608 bytes");
  expect_complaint(repeated("a.", 10'000) + "a = 1", "unknown key 'a.a'");
  for (const auto* end : {"a = 1", "a = 1\n=", ""})  // tables nested this deep exhausted the stack
    expect_complaint(repeated("a.", 32'700) + end, "and 10000 dots");
  expect_complaint(smallest, "description is", {"description={" + repeated("a.", 32'700) + "a = 1}"});
  expect_complaint(smallest + repeated("[[phase]]\nbeta = 1\n", 5000), "5000 phases; the maximum is 100");
  expect_complaint("a = " + repeated("[", 100'000), "x.toml:1:");
}

TEST(RecipeRefusals, WrongSettingsAreNamed) {
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
  expect_complaint(smallest, "--set base=y.toml: base is allowed only in a recipe file", {"base=y.toml"});
  expect_complaint(smallest, "--set board=3x9: board: board size '3x9'", {"board=3x9"});
  expect_complaint(smallest, "not valid UTF-8", {"description=x\xff"});
}

TEST(RecipeRefusals, WrongDuelsAreNamed) {
  const auto expect_duel = [](const std::string& keys, const std::string& part, const std::string& more = {}) {
    expect_complaint(more + smallest + "[duel]\n" + keys, part);
  };
  expect_duel("", "x.toml: duel.role is missing; give \"defend\" or \"attack\"");
  expect_duel("rule = '2'", "duel.role is missing");
  expect_duel("role = 'both'", "x.toml:4: duel.role is 'both'; give \"defend\" or \"attack\"");
  expect_duel("role = 'defend'\nrule = '4'", "duel.rule is '4'; give \"2or4\" or \"2\"");
  expect_duel("role = 'defend'\nstart = 'one'", "duel.start is 'one'; give \"empty\" or \"two\"");
  for (const auto* share : {"1.01", "-0.5", "'half'"})
    expect_duel("role = 'defend'\nrandom_share = " + std::string{share}, "; give a number from 0 to 1");
  expect_duel("role = 'defend'\nopponents = 3", "duel.opponents is 3; give the name of a player or a list of names");
  expect_duel("role = 'defend'\nopponents = ['random', 3]", "duel.opponents is a list with whole numbers; give");
  expect_duel("role = 'defend'\nopponents = ''", "duel.opponents is ''; give");
  expect_duel("role = 'defend'\nopponents = '" + std::string(2001, 'x') + "'", "together at most 2000 bytes");
  expect_duel("role = 'defend'\nopponents = ['self', 'random']", "\"self\" cannot be combined with other opponents");
  expect_duel("role = 'attack'", "an attacker on 3x3 needs a defender; name one", "board = '3x3'\n");
  expect_duel("role = 'attack'\nopponents = []", "duel.opponents is missing");
  expect_duel("role = 'defend'", "x.toml:1: spawn4 is for the one-player game", "spawn4 = 0.1\n");
  expect_duel("role = 'attack'\n[learning]\nstart = 'restart'", "x.toml:6: an attacker learns whole games");
  expect_duel("role = 'attack'\n[learning]\nepsilon = 0.1", "an attacker makes none; use duel.random_share");
  expect_duel("role = 'defend'\nopponents = 'self'\n[[phase]]\nstart = 'restart'\n", "an attacker learns whole games");
  expect_duel("role = 'defend'\nrandom = 1", "unknown key 'duel.random'");
  expect_complaint("duel = 3\n" + smallest, "'duel' is a table; write [duel] and its keys below");
}

TEST(RecipeRefusals, BasesAreFoundOrNamed) {
  const TemporaryFolder folder;
  const auto complaint = [&](const std::string& name) { return complaint_of([&] { read_recipe(folder / name); }); };
  const auto expect = [&](const std::string& name, const std::string& part) {
    EXPECT_NE(complaint(name).find(part), std::string::npos) << complaint(name);
  };
  expect("missing.toml", "missing.toml'; give the path of a recipe, such as recipes/quickstart.toml");
  expect("", "cannot read");
  write_file(folder / "orphan.toml", "\nbase = 'missing.toml'");
  expect("orphan.toml", "orphan.toml:2: base 'missing.toml' is not a file");
  write_file(folder / "number.toml", "base = 3");
  expect("number.toml", "number.toml:1: base must be the file name of another recipe in quotes");
  write_file(folder / "empty.toml", "base = ''");
  expect("empty.toml", "base '' is not a file");
  write_file(folder / "strange.toml", "base = '" + std::string(5000, 'x') + "'");
  expect("strange.toml", "is not a file");
  write_file(folder / "self.toml", "base = './self.toml'");
  expect("self.toml", "self.toml:1: base './self.toml' is based on this recipe");
  write_file(folder / "one.toml", "base = 'two.toml'");
  write_file(folder / "two.toml", "base = 'one.toml'");
  expect("one.toml", "two.toml:1: base 'one.toml' is based on this recipe");
  write_file(folder / "0.toml", smallest);
  for (int n = 1; n <= 9; ++n)
    write_file(folder / (std::to_string(n) + ".toml"), "base = '" + std::to_string(n - 1) + ".toml'");
  EXPECT_EQ(complaint("8.toml"), "accepted");
  expect("9.toml", "1.toml:1: base '0.toml': the chain of bases is too long; the maximum is 8");
  write_file(folder / "wrong.toml", "actions = 3\nbeta = 1");
  write_file(folder / "right.toml", "base = 'wrong.toml'\n" + smallest);
  expect("right.toml", "wrong.toml:2: unknown key 'beta'");
}

}  // namespace
}  // namespace afterstate
