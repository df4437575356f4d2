#include "app/serve/watch.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <random>
#include <tuple>

#include "base/json.h"
#include "engine/analysis_request.h"
#include "game/notation.h"

namespace afterstate::app {

namespace {

using namespace std::chrono_literals;
constexpr std::size_t max_viewers = 32;

/// The minimum time between two pictures: more would not be visible.
constexpr auto picture_time = 33ms;

/// How long a viewer at full speed plays before it is the next viewer's turn.
constexpr auto slice = 5ms;

/// Every viewer with a deep search has its own table, so it must be small.
constexpr std::uint64_t max_table_bytes = 8'000'000;

/// The maximum number of finished games sent at once; further ones are dropped and are missing from the means.
constexpr std::size_t max_games_told = 10'000;

std::string event(std::string_view name, const Json& data) {
  return fmt::format("event: {}\ndata: {}\n\n", name, json_text(data));
}

/// Gives this thread the lowest priority.
void step_back() {
  const auto thread = static_cast<id_t>(::gettid());
  ::setpriority(PRIO_PROCESS, thread, 19);
}

}  // namespace

Query watch_query(const std::string& text) {
  return {text, {"size", "run", "depth", "time_ms", "speed", "board", "score", "seed"}};
}

WatchRequest parse_watch(const Query& query, const ServedEngine& engine) {
  constexpr std::uint64_t max_speed = 1'000'000;
  constexpr std::uint64_t max_score = 1U << 31U;  // above the score of any game
  if (const auto size = query.text("size"); !size.empty())
    check_size(engine.engine(), query.size("size"), Vocabulary::json);
  WatchRequest request;
  auto limits = engine.limits(1);
  limits.max_depth = 8;
  request.search = query.search(limits);
  check_search(engine.engine(), request.search, Vocabulary::json);
  bound_search(request.search);
  request.search.table_bytes = std::min(request.search.table_bytes, max_table_bytes);
  request.moves_per_second = static_cast<double>(query.whole_number("speed", 0, max_speed).value_or(5));
  request.start = query.board("board", engine.size());
  request.score = static_cast<std::uint32_t>(query.whole_number("score", 0, max_score).value_or(0));
  request.seed = query.whole_number("seed", 0, UINT64_MAX).value_or(std::random_device{}());
  if (request.start)  // throws if the engine cannot evaluate the board
    engine.sessions().with_session([&](Session& session) { return session.analyse(*request.start, {}); });
  return request;
}

class WatchRoom::Viewer {
 public:
  Viewer(const WatchRequest& request, SharedServedEngine engine)
      : stream_(std::make_shared<HttpStream>()),
        engine_(std::move(engine)),
        session_(engine_->engine().new_session(engine_->size(), engine_->engine().law())),
        search_(request.search),
        step_time_(request.moves_per_second > 0 ? Clock::duration{std::chrono::nanoseconds{
                                                      static_cast<std::int64_t>(1e9 / request.moves_per_second)}}
                                                : Clock::duration::zero()),
        games_(engine_->size(), engine_->engine().law(), request.seed, request.start, request.score) {}

  const std::shared_ptr<HttpStream>& stream() const { return stream_; }
  Clock::time_point due() const { return due_; }

  /// The thread time used for this viewer.
  Clock::duration used() const { return used_; }

  /// Plays the moves that are due.
  void go_on() {
    const auto start = Clock::now();
    const bool has_seen_nothing = due_ == Clock::time_point{};
    if (has_seen_nothing) {
      due_ = start;
    } else {
      do {
        play_move();
      } while (step_time_ == Clock::duration::zero() && Clock::now() < start + slice);
    }
    if (has_seen_nothing || (Clock::now() >= next_picture_ && stream_->is_taken())) tell();
    const auto now = Clock::now();
    used_ += now - start;
    // A viewer that has fallen behind does not catch up.
    due_ = std::max(due_ + step_time_, now - step_time_);
  }

  /// Sends the reason and closes the stream.
  void fail(const std::string& sentence) {
    stream_->push(event("error", {{"error", sentence}}));
    stream_->close();
  }

 private:
  void play_move() {
    const auto position = games_.position();
    // The move that was shown as the best is the one that is played.
    const auto move = shown_best_ ? std::exchange(shown_best_, std::nullopt)
                                  : session_->choose(position.board, search_, games_.random(), position.turn).move;
    if (const auto outcome = games_.step(move)) {
      session_->new_game();
      if (finished_.size() < max_games_told) finished_.push_back(*outcome);
    }
    ++played_;
  }

  /// Sends the current board and the games that have ended since the last time.
  void tell() {
    const auto now = Clock::now();
    const auto& position = games_.position();
    const auto timed = timed_analysis(*session_, position.board, search_);
    shown_best_ = timed.analysis.values.best();
    auto board = analysis_json(timed, position.board, engine_->size());
    board["score"] = position.score;
    board["game"] = games_.game();
    board["turn"] = position.turn;
    const auto last = games_.last_move();
    board["last"] = last ? Json(name_of(*last)) : Json();
    const double seconds = std::chrono::duration<double>(now - told_).count();
    board["moves_per_second"] = played_ > 0 ? static_cast<double>(played_) / seconds : 0;
    auto text = event("board", board);
    if (!finished_.empty()) {
      auto games = Json::array();
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
  SharedServedEngine engine_;
  std::unique_ptr<Session> session_;
  SearchPlan search_;
  Clock::duration step_time_;
  LiveGames games_;
  std::optional<Direction> shown_best_;  ///< on the current board, if it was sent
  std::vector<Outcome> finished_;        ///< not sent yet
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

std::shared_ptr<HttpStream> WatchRoom::admit(const WatchRequest& request, SharedServedEngine engine) {
  {
    const std::scoped_lock lock{mutex_};
    if (viewers_ >= max_viewers) return nullptr;
    ++viewers_;
  }
  try {
    auto viewer = std::make_unique<Viewer>(request, std::move(engine));
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
    // Of the viewers that are due, the one with the least thread time, so that long searches do not starve the others.
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
