// A folder of src/ includes only itself and folders below it.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "support.h"

namespace afterstate {
namespace {

const std::map<std::string, int> heights{{"base", 0},  {"os", 1},     {"game", 2},  {"network", 3}, {"model", 4},
                                         {"learn", 6}, {"search", 5}, {"solve", 5}, {"engine", 6},  {"arena", 7},
                                         {"train", 8}, {"study", 8},  {"http", 1},  {"app", 9}};

/// Folders of equal height do not include each other.
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
    ASSERT_TRUE(heights.contains(folder)) << "src/" << folder << " is not listed in this test; see docs/README.md";
    std::istringstream lines{read_file(entry.path())};
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with(include)) continue;
      const auto target = line.substr(include.size(), line.rfind('"') - include.size());
      const auto target_folder = target.substr(0, target.find('/'));
      ++seen;
      ASSERT_TRUE(heights.contains(target_folder)) << name << " includes \"" << target << "\"; write folder/file.h";
      EXPECT_TRUE(may_include(folder, target_folder))
          << name << " includes \"" << target << "\", which is not below it";
    }
  }
  EXPECT_GT(seen, 50);
}

TEST(Includes, TheTestKnowsWhatPointsBack) {
  EXPECT_TRUE(may_include("app", "base"));
  EXPECT_TRUE(may_include("learn", "network"));
  EXPECT_FALSE(may_include("http", "game"));
  EXPECT_FALSE(may_include("base", "game"));
  EXPECT_TRUE(may_include("learn", "search"));
  EXPECT_FALSE(may_include("search", "learn"));
  EXPECT_FALSE(may_include("engine", "learn"));
  EXPECT_FALSE(may_include("arena", "app"));
}

/// A reader who sees `Board` in a template must not have to ask which of two things of that name it is.
TEST(Names, TemplateParametersHideNoType) {
  std::set<std::string> types;
  std::map<std::string, std::string> parameters;  // and a file that has it
  const std::regex type{R"(^(?:class|struct|enum class|concept) (\w+)(?: final)?(?: [:={]|$))"};
  const std::regex parameter{R"((?:class|typename) (\w+)(?= =|,|>))"};
  for (const auto& entry : std::filesystem::recursive_directory_iterator{AFTERSTATE_SOURCE_DIR "/src"}) {
    if (!entry.is_regular_file()) continue;
    std::istringstream lines{read_file(entry.path())};
    for (std::string line; std::getline(lines, line);) {
      std::smatch found;
      if (std::regex_search(line, found, type)) types.insert(found[1]);
      const auto begin = line.find("template <");
      if (begin == std::string::npos) continue;
      for (std::sregex_iterator each{line.begin() + static_cast<std::ptrdiff_t>(begin), line.end(), parameter}, end;
           each != end; ++each)
        parameters[(*each)[1]] = entry.path().filename().string();
    }
  }
  EXPECT_TRUE(types.contains("BasicBoard") && types.contains("RuleKind") && parameters.contains("Board"));
  for (const auto& [name, file] : parameters) EXPECT_FALSE(types.contains(name)) << name << " in " << file;
}

}  // namespace
}  // namespace afterstate
