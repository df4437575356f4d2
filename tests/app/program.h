// Runs the built program as a user would.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
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

inline Ran run_program(const TemporaryFolder& folder, const std::vector<std::string>& words,
                       const std::string& input = {}) {
  std::ofstream{folder / "stdin"} << input;
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(::open((folder / "stdin").c_str(), O_RDONLY), STDIN_FILENO);
    ::dup2(::open((folder / "stdout").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
    ::dup2(::open((folder / "stderr").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    become_program(words, folder.path());
  }
  int waited = 0;
  ::waitpid(child, &waited, 0);
  return {exit_status(waited), read_file(folder / "stdout"), read_file(folder / "stderr")};
}

}  // namespace afterstate
