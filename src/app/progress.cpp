#include "app/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace afterstate::app {

namespace {

constexpr int bar_width = 24;

/// A line longer than this would wrap and could not be overwritten.
std::size_t terminal_width() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : 80;
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

/// In a unit of time in which it is not zero.
std::string per_time_text(double per_second) {
  if (per_second >= 1) return rate_text(per_second) + " per second";
  if (60 * per_second >= 1) return rate_text(60 * per_second) + " per minute";
  return rate_text(3600 * per_second) + " per hour";
}

}  // namespace

std::string rate_text(double rate) { return rate >= 10 ? fmt::format("{:.0f}", rate) : fmt::format("{:.2g}", rate); }

Progress::Progress(std::string unit, std::uint64_t total, std::uint64_t before)
    : unit_(std::move(unit)), total_(total), before_(before), terminal_(::isatty(STDERR_FILENO) == 1) {
  next_ = start_ + (terminal_ ? std::chrono::milliseconds{500} : std::chrono::seconds{10});
}

Progress::~Progress() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void Progress::show(std::uint64_t done, std::string_view note) {
  const auto now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double share = static_cast<double>(done) / static_cast<double>(std::max<std::uint64_t>(total_, 1));
  const double rate = static_cast<double>(done - before_) / seconds;
  const auto left =
      done == before_ ? std::string{"?"} : duration_text(static_cast<double>(total_ - std::min(done, total_)) / rate);
  const auto text = fmt::format("{}{}{} {}, {}, {} left{}{}", done, estimated_ ? " of about " : "/", total_, unit_,
                                per_time_text(rate), left, note.empty() ? "" : ", ", note);
  if (terminal_) {
    const auto filled = static_cast<int>(std::min(share, 1.0) * bar_width);
    const auto line = fmt::format("[{:#<{}}{:.<{}}] {}", "", filled, "", bar_width - filled, text);
    std::fputs(("\r\033[K" + line.substr(0, terminal_width() - 1)).c_str(), stderr);
    drawn_ = true;
  } else {
    std::fputs((text + "\n").c_str(), stderr);
  }
  std::fflush(stderr);
  next_ = now + (terminal_ ? std::chrono::milliseconds{100} : std::chrono::seconds{10});
}

void Progress::keep(std::string_view line) {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
  std::fputs(fmt::format("{}\n", line).c_str(), stderr);
}

}  // namespace afterstate::app
