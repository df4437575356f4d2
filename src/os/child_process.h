// Another program that runs as a child of this one and is spoken to in lines of text.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>

namespace afterstate {

/// Ends with this object. Its standard error is discarded, unless the command redirects it.
class ChildProcess {
 public:
  /// Runs a command of the shell. Throws Failure.
  explicit ChildProcess(const std::string& command);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  enum class Heard : std::uint8_t { line, end, time_up, too_long, stopped };

  /// Sends a line, which gets its newline here, and waits for the next line of the child, which goes to `answer`. `end`
  /// if the child has closed its output or ended.
  Heard ask(std::string_view line, std::string& answer, std::chrono::milliseconds limit, const std::stop_token& stop);

  /// How a child ended from which nothing more comes, such as "ended with exit status 1"; waits a second for its end.
  std::string ending();

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t longest_line = 1'000'000;

  bool send(std::string_view bytes, Clock::time_point deadline, const std::stop_token& stop);
  bool wait_for(int descriptor, short event, Clock::time_point deadline, const std::stop_token& stop) const;
  bool ended_by_itself();
  void end();
  void reap();

  pid_t child_ = 0;    ///< also its process group; 0 after its end
  int status_ = 0;     ///< as waitpid() gives it, after its end
  int input_ = -1;     ///< the child reads what is written here
  int output_ = -1;    ///< and writes what is read here
  std::string heard_;  ///< after the last complete line
};

}  // namespace afterstate
