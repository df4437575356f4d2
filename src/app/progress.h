// Progress of a long command, on standard error.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace afterstate::app {

/// A rate with two digits if it is small: "815573", "5.3", "0.012".
std::string rate_text(double rate);

/// A bar with rate and remaining time on a terminal; a plain line every ten seconds elsewhere.
class Progress {
 public:
  /// `before` of `total` were done earlier and do not count towards the rate.
  Progress(std::string unit, std::uint64_t total, std::uint64_t before = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Whether it is time to show again. This check is cheap; making the note may not be.
  bool due() const { return Clock::now() >= next_; }

  /// Replaces the total by an estimate, which may change while the command runs.
  void expect(std::uint64_t total) {
    total_ = total;
    estimated_ = true;
  }

  void show(std::uint64_t done, std::string_view note);

  /// Writes a permanent line.
  void keep(std::string_view line);

 private:
  using Clock = std::chrono::steady_clock;

  std::string unit_;
  std::uint64_t total_;
  std::uint64_t before_;
  bool estimated_ = false;
  bool terminal_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_;
};

}  // namespace afterstate::app
