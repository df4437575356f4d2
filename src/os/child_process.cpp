#include "os/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include "base/error.h"

namespace afterstate {

ChildProcess::ChildProcess(const std::string& command) {
  // A socket, because writing to a closed pipe would raise a signal. Closed on exec: another child must not keep it
  // open.
  std::array<int, 2> input{};
  std::array<int, 2> output{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input.data()) != 0)
    throw Failure{fmt::format("cannot start '{}': {}", command, std::strerror(errno))};
  if (::pipe2(output.data(), O_CLOEXEC) != 0) {
    const int error = errno;
    for (const int end : input) ::close(end);
    throw Failure{fmt::format("cannot start '{}': {}", command, std::strerror(error))};
  }
  input_ = input[0];
  output_ = output[0];
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, output[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  // Its own process group: Ctrl-C is for this program, which then ends the child and what that has started.
  sigset_t none;
  sigemptyset(&none);
  sigset_t usual;
  sigemptyset(&usual);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ}) sigaddset(&usual, signal);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  std::string shell = "sh";
  std::string option = "-c";
  auto text = command;
  const std::array<char*, 4> arguments{shell.data(), option.data(), text.data(), nullptr};
  const int error = ::posix_spawn(&child_, "/bin/sh", &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  ::close(input[1]);
  ::close(output[1]);
  if (error == 0) return;
  child_ = 0;
  end();
  throw Failure{fmt::format("cannot start '{}': {}", command, std::strerror(error))};
}

ChildProcess::~ChildProcess() { end(); }

ChildProcess::Heard ChildProcess::ask(std::string_view line, std::string& answer, std::chrono::milliseconds limit,
                                      const std::stop_token& stop) {
  const auto deadline = Clock::now() + limit;
  if (!send(fmt::format("{}\n", line), deadline, stop))
    return stop.stop_requested() ? Heard::stopped : Clock::now() >= deadline ? Heard::time_up : Heard::end;
  for (;;) {
    if (const auto newline = heard_.find('\n'); newline != std::string::npos) {
      answer = heard_.substr(0, newline);
      heard_.erase(0, newline + 1);
      return Heard::line;
    }
    if (heard_.size() > longest_line) return Heard::too_long;
    if (!wait_for(output_, POLLIN, deadline, stop)) return stop.stop_requested() ? Heard::stopped : Heard::time_up;
    std::array<char, 4096> buffer;
    const auto count = ::read(output_, buffer.data(), buffer.size());
    if (count > 0) heard_.append(buffer.data(), static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) return Heard::end;
  }
}

bool ChildProcess::send(std::string_view bytes, Clock::time_point deadline, const std::stop_token& stop) {
  while (!bytes.empty()) {
    const auto count = ::send(input_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0)
      bytes.remove_prefix(static_cast<std::size_t>(count));
    else if (errno == EAGAIN) {
      if (!wait_for(input_, POLLOUT, deadline, stop)) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

bool ChildProcess::wait_for(int descriptor, short event, Clock::time_point deadline,
                            const std::stop_token& stop) const {
  constexpr std::chrono::milliseconds between_looks{50};  // at the stop token
  for (;;) {
    if (stop.stop_requested()) return false;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() < 0) return false;
    pollfd polled{descriptor, event, 0};
    if (::poll(&polled, 1, static_cast<int>(std::min(left, between_looks).count()) + 1) > 0) return true;
  }
}

bool ChildProcess::ended_by_itself() {
  if (child_ == 0) return true;
  siginfo_t ended{};
  if (::waitid(P_PID, static_cast<id_t>(child_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == 0)
    return false;
  reap();
  return true;
}

std::string ChildProcess::ending() {
  constexpr int looks = 100;
  for (int look = 0; look < looks && !ended_by_itself(); ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds{10});
  if (child_ != 0) return "closed its output";
  if (WIFSIGNALED(status_)) return fmt::format("was ended by signal {}", WTERMSIG(status_));
  return fmt::format("ended with exit status {}", WEXITSTATUS(status_));
}

void ChildProcess::end() {
  for (auto* const descriptor : {&input_, &output_})
    if (*descriptor >= 0) {
      ::close(*descriptor);
      *descriptor = -1;
    }
  if (child_ != 0) reap();
}

void ChildProcess::reap() {
  ::kill(-child_, SIGKILL);  // and what it has started
  ::waitpid(child_, &status_, 0);
  child_ = 0;
}

}  // namespace afterstate
