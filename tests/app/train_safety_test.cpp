// Training under failures: killed runs, damaged files, full disks.
#include <gtest/gtest.h>

#include "app/training_program.h"
#include "train/recipe.h"

namespace afterstate {
namespace {

/// Tables that take some milliseconds to save and are saved often.
constexpr auto often_saved = R"(board = "3x3"
[network]
tuples = "012345 013467"
[measure]
every = 1e5
games = 20
[save]
seconds = 0.01
)";

std::uint64_t kills_of(double count) { return std::min<std::uint64_t>(scaled(count - 1), 1000); }

/// Kills and resumes a run again and again, at random moments and in the middle of saving.
TEST_F(Train, SurvivesBeingKilledAtAnyMoment) {
  const auto recipe = write("recipe.toml", often_saved);
  const auto half_written = [&] {
    std::set<std::string> found;
    if (is_there("run"))
      for (const auto& name : files_in("run"))
        if (name.ends_with(".tmp")) found.insert(name);
    return found;
  };
  const auto start = time_to_start(recipe);
  std::set<std::string> in_the_middle;  // each name contains its process id
  const auto kills = kills_of(50);
  for (std::uint64_t round = 0; round < kills; ++round) {
    const auto random = random_block(9, round, 0, 0);
    const bool resume = is_there("run/checkpoint");
    // A truncated line, such as a crash of the machine may leave.
    if (resume && round % 5 == 4) std::ofstream{folder_ / "run/log.jsonl", std::ios::app} << "{\"actions\":" << round;
    Running running{folder_, train(recipe, "run", {resume ? "--resume" : "--seed=1", "--actions", "1e12"})};
    if (round % 2 == 0) {
      ::usleep(
          static_cast<useconds_t>(1000 + uniform_below(random.first, std::max<std::uint64_t>(149'000, 2 * start))));
    } else {
      ASSERT_TRUE(comes_true([&] { return half_written().empty(); }));  // the files of the last kill are removed
      ASSERT_TRUE(comes_true([&] { return !half_written().empty(); }));
      ::usleep(static_cast<useconds_t>(uniform_below(random.first, start / 4)));
    }
    const auto ran = running.end_by(SIGKILL);
    ASSERT_EQ(ran.status, 128 + SIGKILL) << ran.err;
    in_the_middle.merge(half_written());
    ASSERT_TRUE(!resume || is_there("run/checkpoint"));
    if (is_there("run/checkpoint")) {
      const auto looked_at = run({"model", "info", path("run/checkpoint"), "--json"});
      ASSERT_EQ(looked_at.status, 0) << looked_at.err;
    }
  }
  RecordProperty("killed_in_the_middle_of_saving", std::to_string(in_the_middle.size()));
  EXPECT_GT(in_the_middle.size(), kills / 8);

  const auto until = std::to_string(info("run/checkpoint")["actions"].get<std::uint64_t>() + 50'000);
  run_train(recipe, "run", {"--resume", "--actions", until});
  run_train(recipe, "at-once", {"--actions", until});
  EXPECT_EQ(files_in("run"), all_files);
  EXPECT_EQ(checksum("run"), checksum("at-once"));
  EXPECT_EQ(measurements("run"), measurements("at-once"));
}

TEST_F(Train, SurvivesBeingKilledWhileItStarts) {
  const auto recipe = write("recipe.toml", often_saved);
  run_train(recipe, "at-once", {"--actions", "1e4"});
  const auto expected = checksum("at-once");
  const auto start = time_to_start(recipe);
  for (std::uint64_t round = 0; round < kills_of(15); ++round) {
    {
      Running running{folder_, train(recipe, "run", {"--actions", "1e4"})};
      ::usleep(static_cast<useconds_t>(uniform_below(random_block(8, round, 0, 0).first, 2 * start)));
      running.end_by(SIGKILL);
    }
    run_train(recipe, "run", is_there("run/checkpoint") ? Words{"--resume"} : Words{"--actions", "1e4"});
    EXPECT_EQ(files_in("run"), all_files);
    ASSERT_EQ(checksum("run"), expected);
    std::filesystem::remove_all(folder_ / "run");
  }
}

TEST_F(Train, StartsAfterAKillBeforeTheFirstCheckpoint) {
  run_train(small(), "whole");
  std::filesystem::create_directory(folder_ / "run");
  std::filesystem::copy(folder_ / "whole/recipe.toml", folder_ / "run");
  write("run/checkpoint.1.tmp", "half");
  run_train(small(), "run");
  EXPECT_EQ(files_in("run"), all_files);
  EXPECT_EQ(checksum("run"), checksum("whole"));
}

TEST_F(Train, ResumesFromACheckpointAlone) {
  run_train(small(), "run");
  const auto before = checksum("run");
  for (const auto& name : all_files)
    if (name != "checkpoint") std::filesystem::remove(folder_ / "run" / name);
  const auto ran = run_train(small(), "run", {"--resume"});
  EXPECT_NE(ran.err.find("already finished after 2000"), std::string::npos) << ran.err;
  EXPECT_EQ(files_in("run"), all_files);
  EXPECT_EQ(checksum("run"), before);
  run_train(small(), "run", {"--resume", "--actions", "2e5"});  // can be repeated
  EXPECT_EQ(checksum("run"), before);
}

TEST_F(Train, LeavesOtherFilesAlone) {
  std::filesystem::create_directory(folder_ / "run");
  write("run/notes.tmp", "mine");
  write("run/checkpoint.1.tmp", "half");
  run_train(small(), "run");
  run_train(small(), "run", {"--resume"});
  EXPECT_EQ(read_file(path("run/notes.tmp")), "mine");
  EXPECT_FALSE(is_there("run/checkpoint.1.tmp"));

  for (const auto* name : {"recipe.toml", "log.jsonl", "model.ast", "MODEL_CARD.md"}) {
    const auto out = std::string{"with-"} + name;
    std::filesystem::create_directory(folder_ / out);
    write(out + "/" + name, small_recipe);
    expect_error(train(small(), out), 2, "exists and the run would replace it");
    EXPECT_EQ(read_file(path(out + "/" + name)), small_recipe);
    EXPECT_EQ(files_in(out).size(), 1U);
  }
}

TEST_F(Train, RefusesADamagedCheckpoint) {
  run_train(small(), "run", {"--actions", "1e4"});
  const auto good = read_file(path("run/checkpoint"));
  const auto others = read_file(path("run/log.jsonl")) + read_file(path("run/model.ast"));
  for (std::uint64_t round = 0; round < scaled(20); ++round) {
    const auto random = random_block(5, round, 0, 0);
    auto bad = good;
    if (round % 2 == 0)
      bad.resize(uniform_below(random.first, good.size()));
    else
      bad[uniform_below(random.first, good.size())] ^= static_cast<char>(1U << uniform_below(random.second, 8));
    write("run/checkpoint", bad);
    expect_error(train(small(), "run", {"--resume", "--actions", "2e4"}), 1, "'" + path("run/checkpoint") + "' is ");
    expect_error(train(small(), "new", {"--init", path("run/checkpoint")}), 1, "'" + path("run/checkpoint") + "' is ");
    EXPECT_EQ(read_file(path("run/checkpoint")), bad);
    EXPECT_FALSE(is_there("new"));
  }
  EXPECT_EQ(files_in("run"), all_files);
  EXPECT_EQ(read_file(path("run/log.jsonl")) + read_file(path("run/model.ast")), others);
  std::filesystem::copy(folder_ / "run/model.ast", folder_ / "run/checkpoint",
                        std::filesystem::copy_options::overwrite_existing);
  expect_error(train(small(), "run", {"--resume"}), 2, "is a model, not a checkpoint");
  write("run/checkpoint", good);
  run_train(small(), "run", {"--resume", "--actions", "2e4"});
}

TEST_F(Train, RefusesRunsTooLargeForTheMachine) {
  std::string tuples;
  for (const auto* tuple : {"01234567", "12345678", "23456789", "3456789a", "456789ab", "01245689", "0124589a",
                            "0123456a", "0123456b", "0123457b"})
    tuples += std::string{tuples.empty() ? "" : " "} + tuple;
  const Words huge{"--set", "board=4x4", "--set", "network.tuples=" + tuples};
  expect_error(train(small(), "run", huge), 2, "needs up to 515446 MB of memory, and ");
  auto half_as_huge = huge;
  half_as_huge.insert(half_as_huge.end(), {"--set", "learning.rule=TD"});
  expect_error(train(small(), "run", half_as_huge), 2, "needs up to 171848 MB of memory, and ");
  EXPECT_FALSE(is_there("run"));
}

TEST_F(Train, KeepsTheLastGoodCheckpointIfTheDiskIsFull) {
  const auto recipe = write("phases.toml", two_phases);
  const auto on_a_full_disk = [&](const Words& more, rlim_t largest_file) {
    return Running{folder_, train(recipe, "run", more), {}, largest_file}.wait();
  };
  // Not even the first checkpoint.
  expect_error(on_a_full_disk({}, 1000), 1, "the file was not saved");
  EXPECT_FALSE(is_there("run"));

  run_train(recipe, "run", {"--actions", "3e4"});
  const auto before = read_file(path("run/checkpoint"));
  const auto ran = on_a_full_disk({"--resume", "--actions", "1e12"}, before.size() + 1000);
  EXPECT_EQ(ran.status, 1);
  EXPECT_NE(ran.err.find("afterstate: error: cannot write '" + path("run/checkpoint") + "': File too large"),
            std::string::npos)
      << ran.err;
  EXPECT_EQ(files_in("run"), all_files);
  EXPECT_GE(info("run/checkpoint")["actions"], 30'000);
  run_train(recipe, "run", {"--resume", "--actions", "2e5"});
  run_train(recipe, "at-once");
  EXPECT_EQ(checksum("run"), checksum("at-once"));
  EXPECT_EQ(measurements("run").back(), measurements("at-once").back());
}

TEST_F(Train, LocksItsFolder) {
  Running running{folder_, train(small(), "run", {"--actions", "1e12"}), "first-"};
  ASSERT_TRUE(comes_true([&] { return is_there("run/recipe.toml"); }));
  expect_error(train(small(), "run"), 2, "another run is active in '" + path("run") + "'");
  expect_error(train(small(), "run", {"--resume"}), 2, "another run is active in '" + path("run") + "'");
  EXPECT_EQ(running.end_by(SIGTERM).status, 143);
  run_train(small(), "run",
            {"--resume", "--actions", std::to_string(info("run/checkpoint")["actions"].get<std::uint64_t>() + 1)});
}

}  // namespace
}  // namespace afterstate
