// afterstate engine: analyses boards for other programs; requests and answers are one line of JSON each.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "app/command_line.h"
#include "app/engine_options.h"
#include "app/engine_protocol.h"
#include "app/stopping.h"
#include "base/error.h"
#include "base/json.h"
#include "engine/analysis_request.h"
#include "os/threads.h"
#include "os/waiting_queue.h"

namespace afterstate::app {

namespace {

/// If this many requests are waiting, the reading thread answers requests too.
constexpr std::size_t max_waiting = 1024;

struct ProtocolOptions {
  EngineOptions engine;
  int threads = 0;
};

/// Reads lines from standard input as they arrive.
class LineReader {
 public:
  /// The next line; nothing at the end of the input, or if `stop` is requested. A line that is too long is truncated,
  /// but to more than max_engine_line.
  std::optional<std::string> next(const std::stop_token& stop) {
    for (;;) {
      const auto end = buffer_.find('\n', searched_);
      if (end != std::string::npos) {
        auto line = buffer_.substr(0, end);
        buffer_.erase(0, end + 1);
        searched_ = 0;
        if (!std::exchange(skipping_, false)) return line;
        continue;
      }
      searched_ = buffer_.size();
      if (buffer_.size() > max_engine_line) {
        auto line = std::exchange(buffer_, {});
        searched_ = 0;
        if (!std::exchange(skipping_, true)) return line;
      }
      if (ended_ || !read_more(stop)) {
        ended_ = true;
        if (buffer_.empty() || skipping_) return std::nullopt;
        buffer_ += '\n';  // the last line may lack its newline
      }
    }
  }

 private:
  bool read_more(const std::stop_token& stop) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    while (::poll(&input, 1, 200) <= 0)
      if (stop.stop_requested()) return false;
    std::array<char, 1U << 16U> bytes{};
    const auto count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count <= 0) return false;
    buffer_.append(bytes.data(), static_cast<std::size_t>(count));
    return true;
  }

  std::string buffer_;
  std::size_t searched_ = 0;  ///< there is no newline before this offset
  bool skipping_ = false;
  bool ended_ = false;
};

int run_engine(const ProtocolOptions& options) {
  const auto stop = stop_on_signals();
  const auto engine = load_chosen_engine(options.engine, std::nullopt);
  WaitingQueue<std::string> lines{max_waiting};
  std::mutex output;
  const SessionPool sessions{engine};
  const auto answer = [&](const std::string& line) {
    const auto text = json_text(answer_to_line(line, sessions, stop)) + "\n";
    const std::scoped_lock lock{output};
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  };
  // One extra thread reads, and answers requests if too many are waiting.
  run_on_threads(thread_count(options.threads) + 1, [&](int thread) {
    LineReader reader;
    while (thread == 0) {
      auto line = reader.next(stop);
      if (!line) break;
      if (line->find_first_not_of(" \t\r") != std::string::npos && !lines.offer(*line)) answer(*line);
    }
    if (thread == 0) lines.close();
    while (const auto line = lines.take()) answer(*line);
  });
  return stopped_status();
}

}  // namespace

void add_engine(CommandLine& line) {
  const auto options = std::make_shared<ProtocolOptions>();
  auto command = line.add("engine", "analyse boards for other programs: JSON lines on standard input and output",
                          [options] { return run_engine(*options); });
  add_engine_options(command, options->engine);
  command.threads(options->threads)
      .note(
          "Example: echo '{\"id\": 1, \"board\": \"2 4 8 16 2 4 8 0 0 0 0 0 0 0 0 0\", \"depth\": 4}' | afterstate "
          "engine\n"
          "docs/engine.md describes requests and answers.");
}

}  // namespace afterstate::app
