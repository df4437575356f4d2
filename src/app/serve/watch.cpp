#include "app/serve/watch.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <random>
#include <tuple>

#include "app/question.h"
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

Query watch_query(const std::string& text) {
  return {text, {"size", "run", "depth", "time_ms", "speed", "board", "score", "seed"}};
}

WatchQuestion parse_watch(const Query& query, const Judge& judge) {
  constexpr std::uint64_t most_speed = 1'000'000;
  constexpr std::uint64_t most_score = 1U << 31U;  // no game comes to it, however it goes on
  if (const auto size = query.text("size"); !size.empty() && query.size("size") != judge.size())
    throw QuestionError{"size", fmt::format("size {}: the model of this run is for {}", size, name_of(judge.size()))};
  WatchQuestion question;
  auto& search = question.search;
  search = query.search({.usual_depth = 1, .most_depth = 8, .most_milliseconds = most_search_milliseconds});
  judge.bound(search);
  search.table_bytes = std::min(search.table_bytes, most_table_bytes);
  question.moves_a_second = static_cast<double>(query.whole_number("speed", 0, most_speed).value_or(5));
  question.start = query.board("board", judge.size());
  question.score = static_cast<std::uint32_t>(query.whole_number("score", 0, most_score).value_or(0));
  question.seed = query.whole_number("seed", 0, UINT64_MAX).value_or(std::random_device{}());
  if (!question.start.empty()) judge.adviser.advise(question.start, {}, {});  // or says why it cannot
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

  /// Of a thread's time, for this viewer.
  Clock::duration used() const { return used_; }

  /// Plays what is due.
  void go_on() {
    const auto start = Clock::now();
    const bool has_seen_nothing = due_ == Clock::time_point{};
    if (has_seen_nothing) {
      due_ = start;
    } else {
      do {
        // What was shown is what is played.
        const auto outcome = games_->step(std::exchange(shown_best_, std::nullopt));
        if (outcome && finished_.size() < most_games_told) finished_.push_back(*outcome);
        ++played_;
      } while (step_time_ == Clock::duration::zero() && Clock::now() < start + slice);
    }
    if (has_seen_nothing || (Clock::now() >= next_picture_ && stream_->is_taken())) tell();
    const auto now = Clock::now();
    used_ += now - start;
    // Whoever falls behind does not catch up in a hurry.
    due_ = std::max(due_ + step_time_, now - step_time_);
  }

  /// Tells why it ends.
  void fail(const std::string& sentence) {
    stream_->push(event("error", {{"error", sentence}}));
    stream_->close();
  }

 private:
  GamesPlan plan_of(const WatchQuestion& question) const {
    return {.size = judge_->size(),
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
    const auto advice = adviser.advise(position.exponents, {}, search_);
    shown_best_ = advice.values.best();
    auto board = answer_of(advice, position.exponents, adviser.size());
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
  std::optional<Direction> shown_best_;  ///< on the board as it is, where it was told of
  std::vector<Outcome> finished_;        ///< not told of yet
  std::uint64_t played_ = 0;             ///< moves since the last picture
  Clock::time_point told_ = Clock::now();
  Clock::time_point next_picture_;
  Clock::time_point due_;
  Clock::duration used_{};
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
    let_go();
    throw;
  }
}

void WatchRoom::let_go() {
  const std::scoped_lock lock{mutex_};
  --viewers_;
}

std::unique_ptr<WatchRoom::Viewer> WatchRoom::next_viewer() {
  std::unique_lock lock{mutex_};
  for (;;) {
    if (closed_) return nullptr;
    // Of those that are due, whoever has had the least, so that a viewer of long searches does not starve the others.
    const auto now = Clock::now();
    const auto turn = [&](const auto& viewer) {
      const bool is_due = viewer->due() <= now;
      return std::tuple{!is_due, is_due ? viewer->used() : Clock::duration::zero(), viewer->due()};
    };
    const auto next = std::ranges::min_element(waiting_, {}, turn);
    if (next == waiting_.end()) {
      changed_.wait(lock);
    } else if (const auto due = (*next)->due(); due > now) {
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
    try {
      viewer->go_on();
      if (!viewer->stream()->is_over()) {
        const std::scoped_lock lock{mutex_};
        waiting_.push_back(std::move(viewer));
        changed_.notify_one();
        continue;
      }
    } catch (const std::exception& error) {
      if (viewer) viewer->fail(error.what());
    }
    let_go();
  }
}

}  // namespace afterstate::app
