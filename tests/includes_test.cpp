// Includes point one way through the house: base <- game <- value <- {learn, search, solve} <- arena <- study
// <- app.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "support.h"

namespace afterstate {
namespace {

const std::map<std::string, int> heights{{"base", 0},  {"game", 1},  {"value", 2}, {"learn", 3}, {"search", 3},
                                         {"solve", 3}, {"arena", 4}, {"study", 5}, {"app", 6}};

/// Folders of one height do not know each other.
bool may_include(const std::string& from, const std::string& to) {
  return from == to || heights.at(to) < heights.at(from);
}

TEST(Includes, PointOneWay) {
  const std::filesystem::path source{AFTERSTATE_SOURCE_DIR "/src"};
  const std::string include = "#include \"";
  int seen = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator{source}) {
    if (!entry.is_regular_file()) continue;
    const auto name = std::filesystem::relative(entry.path(), source);
    const auto folder = name.begin()->string();
    ASSERT_TRUE(heights.contains(folder)) << "src/" << folder << " has no place in the house; see docs/README.md";
    std::istringstream lines{read_file(entry.path())};
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with(include)) continue;
      const auto target = line.substr(include.size(), line.rfind('"') - include.size());
      const auto target_folder = target.substr(0, target.find('/'));
      ++seen;
      ASSERT_TRUE(heights.contains(target_folder)) << name << " includes \"" << target << "\"; write folder/file.h";
      EXPECT_TRUE(may_include(folder, target_folder)) << name << " includes \"" << target << "\", which lies above it";
    }
  }
  EXPECT_GT(seen, 50);
}

TEST(Includes, TheTestKnowsWhatPointsBack) {
  EXPECT_TRUE(may_include("app", "base"));
  EXPECT_TRUE(may_include("learn", "value"));
  EXPECT_FALSE(may_include("base", "game"));
  EXPECT_FALSE(may_include("learn", "search"));
  EXPECT_FALSE(may_include("arena", "app"));
}

}  // namespace
}  // namespace afterstate
