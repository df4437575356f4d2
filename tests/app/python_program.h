// Scripts in Python that check what the program wrote, independently of it.
#pragma once

#include <sys/wait.h>

#include <cstdio>
#include <string>
#include <vector>

#include "program.h"

namespace afterstate {

/// Runs a script of tests/app; both outputs together are in `out`.
inline Ran run_python(const std::string& script, const std::vector<std::string>& words) {
  std::string command = "python3 '" AFTERSTATE_SOURCE_DIR "/tests/app/" + script + "'";
  for (const auto& word : words) command += " '" + word + "'";
  std::FILE* const output = ::popen((command + " 2>&1").c_str(), "r");
  std::string text;
  for (int c = std::fgetc(output); c != EOF; c = std::fgetc(output)) text += static_cast<char>(c);
  const int status = ::pclose(output);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text, {}};
}

}  // namespace afterstate
