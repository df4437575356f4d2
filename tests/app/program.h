// Runs the built program as a user would.
#pragma once

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "support.h"

namespace afterstate {

struct Ran {
  int status;  ///< the exit status, or 128 + the signal that ended it
  std::string out;
  std::string err;
};

inline int exit_status(int waited) { return WIFEXITED(waited) ? WEXITSTATUS(waited) : 128 + WTERMSIG(waited); }

/// Replaces this process by the program; for children only.
[[noreturn]] inline void become_program(const std::vector<std::string>& words, const std::filesystem::path& home) {
  ::setenv("XDG_STATE_HOME", home.c_str(), 1);
  std::vector<char*> argv{const_cast<char*>("afterstate")};
  for (const auto& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  ::execv(AFTERSTATE_PROGRAM, argv.data());
  ::_exit(127);
}

/// The running program; killed on destruction unless wait() was called.
class Running {
 public:
  /// `name` is a prefix of its input and output files. No file that it writes may become larger than `largest_file`,
  /// which simulates a full disk.
  Running(const TemporaryFolder& folder, const std::vector<std::string>& words, const std::string& name = {},
          rlim_t largest_file = RLIM_INFINITY)
      : out_(folder / (name + "stdout")), err_(folder / (name + "stderr")), child_(::fork()) {
    if (child_ != 0) return;
    ::dup2(::open((folder / (name + "stdin")).c_str(), O_RDONLY | O_CREAT, 0600), STDIN_FILENO);
    ::dup2(::open(out_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
    ::dup2(::open(err_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    const rlimit limit{largest_file, largest_file};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    become_program(words, folder.path());
  }
  ~Running() {
    if (child_ > 0) end_by(SIGKILL);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  Ran wait() {
    int waited = 0;
    ::waitpid(std::exchange(child_, 0), &waited, 0);
    return {exit_status(waited), read_file(out_), read_file(err_)};
  }

  pid_t process() const { return child_; }

  /// Waits until it handles signals itself (app/stopping.h).
  [[nodiscard]] bool handles_signals() const;

  Ran end_by(int signal) {
    ::kill(child_, signal);
    return wait();
  }

 private:
  std::filesystem::path out_;
  std::filesystem::path err_;
  pid_t child_;
};

inline Ran run_program(const TemporaryFolder& folder, const std::vector<std::string>& words,
                       const std::string& input = {}) {
  std::ofstream{folder / "stdin"} << input;
  return Running{folder, words}.wait();
}

/// Waits until the condition is true, at most twenty seconds.
template <class Condition>
[[nodiscard]] bool comes_true(const Condition& condition) {
  for (int tries = 0; tries < 20'000; ++tries) {
    if (condition()) return true;
    ::usleep(1'000);
  }
  return false;
}

inline bool Running::handles_signals() const {
  // While a thread is created, all signals are blocked for a moment.
  constexpr std::uint64_t ours = 1U << (SIGHUP - 1) | 1U << (SIGINT - 1) | 1U << (SIGTERM - 1);
  return comes_true([&] {
    const auto status = read_file("/proc/" + std::to_string(child_) + "/status");
    const auto blocked = status.find("SigBlk:");
    return blocked != std::string::npos && std::stoull(status.substr(blocked + 7), nullptr, 16) == ours;
  });
}

/// A test with its own folder for the program.
class ProgramTest : public ::testing::Test {
 protected:
  using Json = nlohmann::json;
  using Words = std::vector<std::string>;

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  /// Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream{folder_ / name, std::ios::binary} << bytes;
    return path(name);
  }

  Ran run(const Words& words, const std::string& input = {}) const { return run_program(folder_, words, input); }

  Json run_json(Words words) const {
    words.emplace_back("--json");
    const auto ran = run(words);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(std::ranges::count(ran.out, '\n'), 1) << "exactly one object";
    return Json::parse(ran.out, nullptr, false);
  }

  /// Expects an error of one line that contains `part`.
  void expect_error(const Words& words, int status, const std::string& part) const {
    expect_error(run(words), status, part);
  }

  static void expect_error(const Ran& ran, int status, const std::string& part) {
    EXPECT_EQ(ran.status, status) << ran.err;
    EXPECT_TRUE(ran.err.starts_with("afterstate: error: ")) << ran.err;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
    EXPECT_EQ(ran.out, "");
  }

  TemporaryFolder folder_;
};

}  // namespace afterstate
