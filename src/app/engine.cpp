// afterstate engine: answers questions about boards, a line of JSON each, for other programs.
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
#include "app/judge_options.h"
#include "app/question.h"
#include "app/search_options.h"
#include "app/stopping.h"
#include "base/error.h"
#include "base/threads.h"
#include "base/waiting_queue.h"

namespace afterstate::app {

namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

/// A longer line is no question.
constexpr std::size_t longest_line = std::size_t{1} << 16;

/// So many questions wait; whoever reads more answers those first.
constexpr std::size_t most_waiting = 1024;

struct EngineOptions {
  JudgeOptions judge;
  int threads = 0;
};

/// Lines of standard input, each as soon as it is there.
class LineReader {
 public:
  /// The next line; nothing at the end, or where `stop` is asked for. Of a line that is too long only its beginning is
  /// given, longer than longest_line.
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
      if (buffer_.size() > longest_line) {
        auto line = std::exchange(buffer_, {});
        searched_ = 0;
        if (!std::exchange(skipping_, true)) return line;
      }
      if (ended_ || !read_more(stop)) {
        ended_ = true;
        if (buffer_.empty() || skipping_) return std::nullopt;
        buffer_ += '\n';  // the last line may end without
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
  std::size_t searched_ = 0;  ///< where there is no end of line before
  bool skipping_ = false;
  bool ended_ = false;
};

OrderedJson error_answer(const Json& id, const std::string& field, const std::string& what) {
  OrderedJson answer{{"id", id}, {"error", what}};
  if (!field.empty()) answer["field"] = field;
  return answer;
}

OrderedJson answer_to(const std::string& line, const Adviser& adviser) {
  if (line.size() > longest_line)
    return error_answer(nullptr, "", fmt::format("the line is longer than {} bytes", longest_line));
  const auto json = Json::parse(line, nullptr, false);
  if (json.is_discarded()) return error_answer(nullptr, "", "the line is not JSON");
  if (!json.is_object()) return error_answer(nullptr, "", "a question is a JSON object");
  const auto id = json.value("id", Json{});
  if (!id.is_string() && !id.is_number_integer())
    return error_answer(nullptr, "id", "id: give a string or a whole number, which the answer repeats");
  try {
    const auto question = parse_question(json, adviser.size(), {}, "id");
    check_can_search(adviser, question.search);
    const auto advice = adviser.advise(question.exponents, {}, question.search);
    OrderedJson answer{{"id", id}};
    answer.update(answer_of(advice, question.exponents, adviser.size()));
    return answer;
  } catch (const QuestionError& error) {
    return error_answer(id, error.field(), error.what());
  } catch (const UserError& error) {
    return error_answer(id, "board", error.what());
  } catch (const Failure& error) {
    return error_answer(id, "", error.what());
  }
}

int run_engine(const EngineOptions& options) {
  const auto stop = stop_on_signals();
  const auto adviser = load_adviser(options.judge, {}, std::nullopt);
  WaitingQueue<std::string> lines{most_waiting};
  std::mutex output;
  const auto answer = [&](const std::string& line) {
    const auto keep_the_rest = OrderedJson::error_handler_t::replace;
    const auto text = answer_to(line, adviser).dump(-1, ' ', false, keep_the_rest) + "\n";
    const std::scoped_lock lock{output};
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  };
  // One thread more than answer: it reads, and answers where too much waits.
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
  const auto options = std::make_shared<EngineOptions>();
  auto command = line.add("engine", "answer questions about boards, a line of JSON each, for other programs",
                          [options] { return run_engine(*options); });
  add_judge_options(command, options->judge);
  command.threads(options->threads)
      .note(
          "Example: echo '{\"id\": 1, \"board\": \"2 4 8 16 2 4 8 0 0 0 0 0 0 0 0 0\", \"depth\": 2}' | afterstate "
          "engine\n"
          "docs/engine.md says what a question and an answer hold.");
}

}  // namespace afterstate::app
