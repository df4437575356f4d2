#include "app/serve/watch.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <random>

#include "app/question.h"
#include "app/serve/query.h"
#include "game/notation.h"

namespace afterstate::app {

namespace {

using namespace std::chrono_literals;
using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t most_viewers = 32;

/// More pictures than that nobody sees.
constexpr auto picture_time = 33ms;

/// A viewer who wants all the speed there is plays so long before the next has a turn.
constexpr auto slice = 5ms;

/// Every viewer who looks far ahead has a table, so it must be small.
constexpr std::uint64_t most_table_bytes = 8'000'000;

/// Games that were too many to tell of one by one are left out; the means know nothing of that.
constexpr std::size_t most_games_told = 10'000;

std::string event(std::string_view name, const OrderedJson& data) {
  return fmt::format("event: {}\ndata: {}\n\n", name, data.dump());
}

/// Threads that play for viewers have the lowest priority.
void step_back() {
  const auto thread = static_cast<id_t>(::gettid());
  ::setpriority(PRIO_PROCESS, thread, 19);
}

}  // namespace

WatchQuestion parse_watch(const std::string& query) {
  constexpr std::uint64_t most_milliseconds = 2'000;
  constexpr std::uint64_t most_speed = 1'000'000;
  const Query fields{query, {"size", "run", "depth", "time_ms", "speed", "board", "score", "seed"}};
  WatchQuestion question;
  question.size = fields.size("size");
  question.run = fields.text("run");
  question.search = fields.search({.usual_depth = 1, .most_depth = 8, .most_milliseconds = most_milliseconds});
  question.search.table_bytes = std::min(question.search.table_bytes, most_table_bytes);
  question.moves_a_second = static_cast<double>(fields.whole_number("speed", 0, most_speed).value_or(5));
  question.start = fields.board("board", question.size);
  question.score = static_cast<std::uint32_t>(fields.whole_number("score", 0, UINT32_MAX).value_or(0));
  question.seed = fields.whole_number("seed", 0, UINT64_MAX).value_or(std::random_device{}());
  return question;
}

class WatchRoom::Viewer {
 public:
  Viewer(const WatchQuestion& question, std::shared_ptr<const Judge> judge)
      : stream_(std::make_shared<HttpStream>()),
        judge_(std::move(judge)),
        search_(question.search),
        step_time_(question.moves_a_second > 0 ? Clock::duration{std::chrono::nanoseconds{
                                                     static_cast<std::int64_t>(1e9 / question.moves_a_second)}}
                                               : Clock::duration::zero()),
        games_(live_games(plan_of(question), question.start, question.score)) {}

  const std::shared_ptr<HttpStream>& stream() const { return stream_; }
  Clock::time_point due() const { return due_; }

  /// Plays what is due.
  void go_on() {
    const auto start = Clock::now();
    if (due_ == Clock::time_point{}) {  // it has seen nothing yet
      tell();
      due_ = start + step_time_;
      return;
    }
    do {
      if (const auto outcome = games_->step(); outcome && finished_.size() < most_games_told)
        finished_.push_back(*outcome);
      ++played_;
    } while (step_time_ == Clock::duration::zero() && Clock::now() < start + slice);
    const auto now = Clock::now();
    if (now >= next_picture_ && stream_->is_taken()) tell();
    // Whoever falls behind does not catch up in a hurry.
    due_ = std::max(due_ + step_time_, now - step_time_);
  }

 private:
  GamesPlan plan_of(const WatchQuestion& question) const {
    return {.size = question.size,
            .player = judge_->name,
            .network = judge_->adviser.network(),
            .database = judge_->adviser.database(),
            .search = search_,
            .law = judge_->adviser.law().value_or(SpawnLaw{}),
            .seed = question.seed};
  }

  /// Sends the board as it is and the games that have ended since.
  void tell() {
    const auto now = Clock::now();
    const auto position = games_->position();
    const auto& adviser = judge_->adviser;
    auto board = answer_of(adviser.advise(position.exponents, {}, search_), position.exponents, adviser.size());
    board["score"] = position.score;
    board["game"] = position.game;
    board["turn"] = position.moves;
    board["last"] = position.last ? OrderedJson(name_of(*position.last)) : OrderedJson();
    const double seconds = std::chrono::duration<double>(now - told_).count();
    board["moves_per_second"] = played_ > 0 ? static_cast<double>(played_) / seconds : 0;
    auto text = event("board", board);
    if (!finished_.empty()) {
      auto games = OrderedJson::array();
      for (const auto& outcome : finished_)
        games.push_back(
            {{"score", outcome.score}, {"tile", tile_value(outcome.max_exponent)}, {"moves", outcome.moves}});
      text = event("games", games) + text;
      finished_.clear();
    }
    stream_->push(text);
    told_ = now;
    played_ = 0;
    next_picture_ = now + picture_time;
  }

  std::shared_ptr<HttpStream> stream_;
  std::shared_ptr<const Judge> judge_;
  SearchPlan search_;
  Clock::duration step_time_;
  std::unique_ptr<LiveGames> games_;
  std::vector<Outcome> finished_;  ///< not told of yet
  std::uint64_t played_ = 0;       ///< moves since the last picture
  Clock::time_point told_ = Clock::now();
  Clock::time_point next_picture_;
  Clock::time_point due_{};
};

WatchRoom::WatchRoom(int threads) {
  for (int thread = 0; thread < threads; ++thread)
    threads_.emplace_back([this] {
      step_back();
      play();
    });
}

WatchRoom::~WatchRoom() {
  const std::scoped_lock lock{mutex_};
  closed_ = true;
  changed_.notify_all();
}

std::shared_ptr<HttpStream> WatchRoom::admit(const WatchQuestion& question, std::shared_ptr<const Judge> judge) {
  {
    const std::scoped_lock lock{mutex_};
    if (viewers_ >= most_viewers) return nullptr;
    ++viewers_;
  }
  try {
    auto viewer = std::make_unique<Viewer>(question, std::move(judge));
    auto stream = viewer->stream();
    const std::scoped_lock lock{mutex_};
    waiting_.push_back(std::move(viewer));
    changed_.notify_one();
    return stream;
  } catch (...) {
    const std::scoped_lock lock{mutex_};
    --viewers_;
    throw;
  }
}

std::unique_ptr<WatchRoom::Viewer> WatchRoom::next_viewer() {
  std::unique_lock lock{mutex_};
  for (;;) {
    if (closed_) return nullptr;
    const auto next = std::ranges::min_element(waiting_, {}, [](const auto& viewer) { return viewer->due(); });
    if (next == waiting_.end()) {
      changed_.wait(lock);
    } else if (const auto due = (*next)->due(); due > Clock::now()) {
      changed_.wait_until(lock, due);
    } else {
      auto viewer = std::move(*next);
      waiting_.erase(next);
      return viewer;
    }
  }
}

void WatchRoom::play() {
  while (auto viewer = next_viewer()) {
    viewer->go_on();
    const std::scoped_lock lock{mutex_};
    if (viewer->stream()->is_over()) {
      --viewers_;
    } else {
      waiting_.push_back(std::move(viewer));
      changed_.notify_one();
    }
  }
}

}  // namespace afterstate::app
