// Training and solving when any single operation fails or the power does (tests/faults/faults.cpp): one clear line, no
// damaged file under its final name, and nothing is lost but the time since the last save.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "app/training_program.h"

namespace afterstate {
namespace {

constexpr auto few_saves = R"(board = "2x2"
actions = 3e4
[network]
tuples = "0123"
[measure]
every = 1e4
games = 10
[save]
seconds = 1000
)";

class Faults : public Train {
 protected:
  void SetUp() override {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "the sanitizers have their own malloc";
#endif
    std::filesystem::create_directories(folder_ / "disk");
    std::filesystem::create_directories(folder_ / "spare");
  }

  /// Runs the program with a fault: the `number`-th operation of a kind fails, or none if it is 0.
  Ran run_with(const std::string& kind, std::uint64_t number, const Words& words) const {
    ::setenv("LD_PRELOAD", AFTERSTATE_FAULTS, 1);
    ::setenv("AFTERSTATE_FAULT", (kind + ":" + std::to_string(number)).c_str(), 1);
    ::setenv("AFTERSTATE_FAULT_FOLDER", std::filesystem::canonical(folder_ / "disk").c_str(), 1);
    ::setenv("AFTERSTATE_FAULT_SPARE", path("spare").c_str(), 1);
    ::setenv("AFTERSTATE_FAULT_REPORT", path("report").c_str(), 1);
    auto ran = run(words);
    for (const auto* const name : {"LD_PRELOAD", "AFTERSTATE_FAULT", "AFTERSTATE_FAULT_FOLDER",
                                   "AFTERSTATE_FAULT_SPARE", "AFTERSTATE_FAULT_REPORT"})
      ::unsetenv(name);
    return ran;
  }

  std::uint64_t reported() const { return std::strtoull(read_file(path("report")).c_str(), nullptr, 10); }

  /// Some numbers of operations up to `total`; all of them in `make soak`.
  static std::vector<std::uint64_t> some_of(std::uint64_t total) {
    const auto count = std::min<std::uint64_t>(total, scaled(1) > 90 ? total : scaled(3));
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t n = 1; n <= count; ++n) numbers.push_back(n * total / count);
    return numbers;
  }

  static bool is_power(const std::string& kind) { return kind.starts_with("power"); }

  /// The program ended with one line that names an error, or was killed by the failure of the power.
  static void expect_clear_end(const std::string& kind, const Ran& ran) {
    if (is_power(kind)) {
      EXPECT_EQ(ran.status, 128 + SIGKILL) << ran.err;
      return;
    }
    const auto error = ran.err.find("afterstate: error: ");
    if (ran.status == 0) return;  // it could do without
    EXPECT_TRUE(ran.status == 1 || ran.status == 2) << ran.status << ran.err;
    ASSERT_NE(error, std::string::npos) << ran.err;
    EXPECT_EQ(ran.err.find('\n', error), ran.err.size() - 1) << ran.err;
  }

  /// Runs a command with a fault at each of some operations of each kind.
  template <class After>
  void for_each_fault(const Words& words, const After& after) {
    for (const std::string kind : {"open", "write", "sync", "rename", "alloc", "power", "power-data"}) {
      clear_disk();
      ASSERT_EQ(run_with(kind, 0, words).status, 0) << kind;
      const auto total = reported();
      EXPECT_GT(total, 0U) << kind;
      for (const auto number : some_of(total)) {
        SCOPED_TRACE(kind + " " + std::to_string(number) + " of " + std::to_string(total));
        clear_disk();
        const auto ran = run_with(kind, number, words);
        if (reported() >= number) expect_clear_end(kind, ran);
        after(kind, ran);
        if (HasFailure()) return;
      }
    }
  }

  void clear_disk() const {
    for (const std::string name : {"disk", "spare"}) {
      std::filesystem::remove_all(folder_ / name);
      std::filesystem::create_directories(folder_ / name);
    }
  }

  std::ptrdiff_t logged_lines() const {
    return is_there("disk/run/log.jsonl") ? std::ranges::count(read_file(path("disk/run/log.jsonl")), '\n') : 0;
  }

  /// A line per measurement is printed after it was logged.
  static std::ptrdiff_t measurements_said(const std::string& err) {
    std::istringstream lines{err};
    std::ptrdiff_t count = 0;
    for (std::string line; std::getline(lines, line);) count += line.ends_with("greedy games") ? 1 : 0;
    return count;
  }

  /// No file under a final name is damaged. A log may end in half a line, which --resume repairs.
  void expect_sound(const std::string& out) const {
    for (const std::string name : {"recipe.toml", "checkpoint", "model.ast"}) {
      if (!is_there(out + "/" + name)) continue;
      const auto verified = run({"verify", path(out + "/" + name)});
      EXPECT_EQ(verified.status, 0) << verified.out;
    }
  }
};

TEST_F(Faults, CostARunNoMoreThanTheInterval) {
  const auto recipe = write("recipe.toml", few_saves);
  run_train(recipe, "undisturbed");
  const auto expected = checksum("undisturbed");
  const auto expected_log = measurements("undisturbed");
  for_each_fault(train(recipe, "disk/run"), [&](const std::string& kind, const Ran& ran) {
    expect_sound("disk/run");
    if (!is_power(kind) && kind != "alloc" && is_there("disk/run")) {
      for (const auto& name : files_in("disk/run")) EXPECT_FALSE(name.ends_with(".tmp")) << name;
    }
    if (is_power(kind)) {
      EXPECT_GE(logged_lines(), measurements_said(ran.err)) << "a measurement that was shown is in the log" << ran.err;
    }
    run_train(recipe, "disk/run", is_there("disk/run/checkpoint") ? Words{"--resume"} : Words{});
    EXPECT_EQ(checksum("disk/run"), expected);
    EXPECT_EQ(measurements("disk/run"), expected_log);
    EXPECT_EQ(files_in("disk/run"), all_files);
  });
}

TEST_F(Faults, ResumedRunsSurviveThemToo) {
  const auto recipe = write("recipe.toml", few_saves);
  run_train(recipe, "undisturbed");
  const auto expected = checksum("undisturbed");
  run_train(recipe, "half", {"--actions", "1.5e4"});
  // A line of a measurement that was not saved, and half of one: both are cut off.
  std::ofstream{folder_ / "half/log.jsonl", std::ios::app} << R"({"actions":20000,"seconds":1})" << "\n{\"act";
  for (const std::string kind : {"write", "sync", "power", "power-data"}) {
    for (const std::uint64_t number : {1, 2, 4, 8}) {
      SCOPED_TRACE(kind + " " + std::to_string(number));
      clear_disk();
      std::filesystem::copy(folder_ / "half", folder_ / "disk/run");
      const auto ran = run_with(kind, number, train(recipe, "disk/run", {"--resume", "--actions", "3e4"}));
      if (reported() >= number) expect_clear_end(kind, ran);
      expect_sound("disk/run");
      EXPECT_GE(info("disk/run/checkpoint")["actions"], 15'000) << "the checkpoint that was there stays";
      run_train(recipe, "disk/run", {"--resume", "--actions", "3e4"});
      EXPECT_EQ(checksum("disk/run"), expected);
      EXPECT_EQ(measurements("disk/run").back(), measurements("undisturbed").back());
    }
  }
}

TEST_F(Faults, WhatARunReportsAsFinishedIsOnDisk) {
  const auto recipe = write("recipe.toml", few_saves);
  run_train(recipe, "undisturbed");
  const auto ran = run_with("power", 1'000'000, train(recipe, "disk/runs/new/run"));  // the power fails at the end
  EXPECT_NE(ran.out.find("finished"), std::string::npos) << ran.out << ran.err;
  EXPECT_EQ(files_in("disk/runs/new/run"), all_files);
  EXPECT_EQ(checksum("disk/runs/new/run"), checksum("undisturbed"));
  EXPECT_EQ(measurements("disk/runs/new/run"), measurements("undisturbed"));
}

TEST_F(Faults, CostASolveNoMoreThanItsLastLayers) {
  ASSERT_EQ(run({"solve", "2x2", "--out", path("undisturbed.db")}).status, 0);
  const auto expected = read_file(path("undisturbed.db"));
  const Words words{"solve", "2x2", "--out", path("disk/2x2.db"), "--threads", "1"};
  for_each_fault(words, [&](const std::string& kind, const Ran& ran) {
    if (is_there("disk/2x2.db")) {
      EXPECT_EQ(read_file(path("disk/2x2.db")), expected) << kind << ran.err;
    }
    const auto again = run(words);
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(read_file(path("disk/2x2.db")), expected);
    EXPECT_FALSE(is_there("disk/2x2.db.layers"));
  });
}

TEST_F(Faults, ADatabaseThatIsReportedIsOnDisk) {
  const auto ran = run_with("power", 1'000'000, {"solve", "2x2", "--out", path("disk/2x2.db")});
  EXPECT_NE(ran.out.find("solved"), std::string::npos) << ran.out << ran.err;
  const auto verified = run({"verify", path("disk/2x2.db")});
  EXPECT_EQ(verified.status, 0) << verified.out;
}

}  // namespace
}  // namespace afterstate
