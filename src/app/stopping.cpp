#include "app/stopping.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <thread>

namespace afterstate::app {

namespace {
std::atomic<int> stop_signal{0};
}

std::stop_token stop_on_signals() {
  static const std::stop_source source;
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // inherited by every later thread; only one thread waits for them
  std::thread{[signals] {
    int signal = 0;
    sigwait(&signals, &signal);
    stop_signal = signal;
    source.request_stop();
    sigwait(&signals, &signal);
    ::_exit(128 + signal);
  }}.detach();
  return source.get_token();
}

int stopped_status() { return stop_signal == 0 ? 0 : 128 + stop_signal; }

}  // namespace afterstate::app
