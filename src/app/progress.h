// How far a long command has come, on standard error.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace afterstate::app {

/// A bar with rate and time left on a terminal; plain lines, seldom, elsewhere.
class Progress {
 public:
  /// `before` of the total were done earlier and do not count for the rate.
  Progress(std::string unit, std::uint64_t total, std::uint64_t before = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// True where it is time to show again: asking is cheap, making the note may not be.
  bool due() const { return Clock::now() >= next_; }
  void show(std::uint64_t done, std::string_view note);

  /// Writes a line that stays.
  void keep(std::string_view line);

 private:
  using Clock = std::chrono::steady_clock;

  std::string unit_;
  std::uint64_t total_;
  std::uint64_t before_;
  bool terminal_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_;
};

}  // namespace afterstate::app
