#include "train/live_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "base/json.h"
#include "support.h"
#include "train/run_progress.h"

namespace afterstate {
namespace {

const Json shown{{"progress", {{"actions", 5}, {"goal", 10}, {"actions_per_second", 2.5}, {"seconds_left", 2}}},
                 {"live",
                  {{"game", 1},
                   {"turn", 2},
                   {"score", 3},
                   {"actions", 5},
                   {"value", 7.5},
                   {"error", -1.5},
                   {"board", "2 0/0 2"},
                   {"afterstate", "2 0/0 0"},
                   {"last", "left"},
                   {"values", {{"best", "up"}, {"moves", {{"up", 1.5}, {"right", nullptr}, {"down", 2}, {"left", 3}}}}},
                   {"tuples", {{{"cells", "0123"}, {"share", 7.5}, {"change", -0.5}}}}}}};

TEST(LiveFile, IsReadAsWritten) {
  const TemporaryFolder folder;
  EXPECT_TRUE(read_live(folder.path()).is_null());
  write_live(folder.path(), {});
  write_live(folder.path(), shown);
  EXPECT_EQ(read_live(folder.path()), shown);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator{folder.path()}, {}), 1) << "no temporary file is left";
  write_live(folder / "gone", shown);  // is ignored
}

TEST(LiveFile, IsUntrusted) {
  const TemporaryFolder folder;
  const auto file = folder / std::string{live_file_name};
  const auto read = [&](const std::string& text) {
    std::ofstream{file} << text;
    return read_live(folder.path());
  };
  EXPECT_TRUE(read("").is_null());
  EXPECT_TRUE(read("half a li").is_null());
  EXPECT_TRUE(read("[1, 2]").is_null());
  EXPECT_TRUE(read(std::string(100'000, '[')).is_null());
  EXPECT_TRUE(read("{\"live\": " + std::string(300'000, ' ') + "1}").is_null()) << "too large";
  // Wrong types become null, unknown keys disappear.
  const auto odd = read(R"({"progress": {"actions": "x", "more": 1}, "live": {"board": "2 0/0 2", "game": [1],
      "last": {}, "values": 3, "tuples": [7, {"cells": 5, "share": "s", "change": 1}], "script": "x"}, "other": 1})");
  EXPECT_EQ(
      odd["progress"],
      Json({{"actions", nullptr}, {"goal", nullptr}, {"actions_per_second", nullptr}, {"seconds_left", nullptr}}));
  EXPECT_TRUE(odd["live"]["game"].is_null());
  EXPECT_TRUE(odd["live"]["last"].is_null());
  EXPECT_TRUE(odd["live"]["values"]["moves"]["up"].is_null());
  EXPECT_EQ(odd["live"]["tuples"].size(), 2U);
  EXPECT_TRUE(odd["live"]["tuples"][1]["cells"].is_null());
  EXPECT_EQ(odd["live"]["tuples"][1]["change"], 1);
  EXPECT_FALSE(odd["live"].contains("script"));
  EXPECT_FALSE(odd.contains("other"));
  EXPECT_TRUE(read(R"({"live": {"board": 5}})")["live"].is_null());
  // Neither links nor pipes are read.
  std::filesystem::rename(file, folder / "real");
  std::filesystem::create_symlink("real", file);
  EXPECT_TRUE(read_live(folder.path()).is_null());
  std::filesystem::remove(file);
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  EXPECT_TRUE(read_live(folder.path()).is_null());
}

TEST(RunProgress, IsLiveOrThatOfTheLatestMeasurement) {
  EXPECT_EQ(progress_of(shown, {{"actions", 1}}, 10, false), shown["progress"]);
  const auto latest = progress_of(nullptr, {{"actions", 7}, {"actions_per_second", 2}}, 10, false);
  EXPECT_EQ(latest, Json({{"actions", 7}, {"goal", 10}, {"actions_per_second", 2}, {"seconds_left", nullptr}}));
  EXPECT_EQ(progress_of(nullptr, nullptr, nullptr, false)["actions"], 0);
  EXPECT_EQ(progress_of(nullptr, {{"actions", 10}}, 10, true)["seconds_left"], 0);
}

TEST(RunProgress, MeasurementsHaveWhatPlotsNeed) {
  const Json line{{"actions", 5},
                  {"seconds", 1},
                  {"actions_per_second", 5},
                  {"games", 20},
                  {"mean", 30},
                  {"ci95", 2},
                  {"tiles", {{"8", {{"share", 0.5}, {"ci95", 0.1}}}}},
                  {"stages", {{{"predicted", 40}, {"realised", 35}}, {{"predicted", 1}, {"realised", 2}}}}};
  const auto measured = measurement_of(line);
  EXPECT_EQ(measured["tiles"], Json({{"8", 0.5}}));
  EXPECT_EQ(measured["actions_per_second"], 5);
  EXPECT_EQ(measured["predicted"], 40);
  EXPECT_EQ(measured["realised"], 35);
  const auto odd = measurement_of({{"actions", "5"}, {"tiles", 1}, {"stages", {1}}});
  EXPECT_TRUE(odd["actions"].is_null());
  EXPECT_EQ(odd["tiles"], Json::object());
  EXPECT_TRUE(odd["predicted"].is_null());
}

}  // namespace
}  // namespace afterstate
