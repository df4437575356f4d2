// Runs the built program in a pseudoterminal, as a user would.
#pragma once

#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>

#include "app/program.h"

namespace afterstate {

/// A program in its own terminal.
class InTerminal {
 public:
  /// By default the terminal does not say how large it is.
  InTerminal(const TemporaryFolder& folder, const std::vector<std::string>& words, winsize size = {}) {
    child_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
    if (child_ == 0) become_program(words, folder.path());
  }
  ~InTerminal() { ::close(terminal_); }
  InTerminal(const InTerminal&) = delete;
  InTerminal& operator=(const InTerminal&) = delete;

  void resize(winsize size) { EXPECT_EQ(::ioctl(terminal_, TIOCSWINSZ, &size), 0); }

  void type(const std::string& keys) { EXPECT_EQ(::write(terminal_, keys.data(), keys.size()), std::ssize(keys)); }

  /// The output up to `wanted`, which must come within ten seconds.
  std::string read_until(const std::string& wanted) {
    std::string seen;
    for (int tenths = 0; tenths < 100 && seen.find(wanted) == std::string::npos; ++tenths) {
      pollfd input{terminal_, POLLIN, 0};
      if (::poll(&input, 1, 100) <= 0) continue;
      char bytes[4096];
      const auto count = ::read(terminal_, bytes, sizeof bytes);
      if (count <= 0) break;
      seen.append(bytes, static_cast<std::size_t>(count));
    }
    EXPECT_NE(seen.find(wanted), std::string::npos) << seen;
    return seen;
  }

  int wait() const {
    int waited = 0;
    ::waitpid(child_, &waited, 0);
    return exit_status(waited);
  }

 private:
  int terminal_ = -1;
  pid_t child_ = -1;
};

}  // namespace afterstate
