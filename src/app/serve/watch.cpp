#include "app/serve/watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <tuple>

#include "base/json.h"
#include "engine/analysis_request.h"
#include "game/notation.h"
#include "os/priority.h"

namespace afterstate::app {

namespace {

using namespace std::chrono_literals;
/// Of all clients; one client alone may have half of them.
constexpr std::size_t max_viewers = 64;

/// The minimum time between two pictures: more would not be visible.
constexpr auto picture_time = 33ms;

/// How long a viewer at full speed plays before it is the next viewer's turn.
constexpr auto slice = 5ms;

/// The advantage of a viewer that used less than its share, such as one that watches slowly.
constexpr auto max_credit = 50ms;

/// How far the account of a viewer can be ahead of the others. This bounds how long a viewer waits for newcomers, for
/// example if it was charged much for long searches of many viewers and the others have left.
constexpr auto max_debt = 5s;

/// Every viewer with a deep search has its own table, so it must be small.
constexpr std::uint64_t max_table_bytes = 8'000'000;

/// The maximum number of finished games sent at once; further ones are dropped and are missing from the means.
constexpr std::size_t max_games_told = 10'000;

std::string event(std::string_view name, const Json& data) {
  return fmt::format("event: {}\ndata: {}\n\n", name, json_text(data));
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
  Viewer(const WatchRequest& request, SharedServedEngine engine, const ClientAddress& client)
      : stream_(std::make_shared<HttpStream>()),
        client_(client),
        engine_(std::move(engine)),
        session_(engine_->engine().new_session(engine_->size(), engine_->engine().law())),
        search_(request.search),
        step_time_(request.moves_per_second > 0 ? Clock::duration{std::chrono::nanoseconds{
                                                      static_cast<std::int64_t>(1e9 / request.moves_per_second)}}
                                                : Clock::duration::zero()),
        games_(engine_->size(), engine_->engine().law(), request.seed, request.start, request.score) {}

  const std::shared_ptr<HttpStream>& stream() const { return stream_; }
  Clock::time_point due() const { return due_; }

  const ClientAddress& client() const { return client_; }

  Clock::duration account{};  ///< see WatchRoom

  /// Plays the moves that are due, and returns the thread time used.
  Clock::duration go_on() {
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
    // A viewer that has fallen behind does not catch up.
    due_ = std::max(due_ + step_time_, now - step_time_);
    return now - start;
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
  ClientAddress client_;
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
};

WatchRoom::WatchRoom(int threads) : places_(max_viewers) {
  // One more than viewers of one address can occupy with long searches.
  for (int thread = 0; thread <= threads; ++thread)
    threads_.emplace_back([this, threads] {
      take_lowest_priority();
      play(threads);
    });
}

WatchRoom::~WatchRoom() {
  const std::scoped_lock lock{mutex_};
  closed_ = true;
  changed_.notify_all();
}

std::shared_ptr<HttpStream> WatchRoom::admit(const WatchRequest& request, SharedServedEngine engine,
                                             const ClientAddress& client) {
  {
    const std::scoped_lock lock{mutex_};
    if (!places_.take(client)) return nullptr;
  }
  try {
    auto viewer = std::make_unique<Viewer>(request, std::move(engine), client);
    auto stream = viewer->stream();
    // The first board is sent by this thread if that is quick, because the threads of the room may be busy.
    if (!request.search.milliseconds) viewer->go_on();
    const std::scoped_lock lock{mutex_};
    viewer->account = account_;
    waiting_.push_back(std::move(viewer));
    changed_.notify_one();
    return stream;
  } catch (...) {
    const std::scoped_lock lock{mutex_};
    places_.give_back(client);
    throw;
  }
}

std::unique_ptr<WatchRoom::Viewer> WatchRoom::next_viewer(int max_of_one_client) {
  std::unique_lock lock{mutex_};
  for (;;) {
    if (closed_) return nullptr;
    const auto now = Clock::now();
    const auto turn = [&](const auto& viewer) {
      const auto served = served_.find(viewer->client());
      const bool may_have_turn = served == served_.end() || served->second < max_of_one_client;
      const bool is_due = viewer->due() <= now;
      return std::tuple{!may_have_turn, !is_due, is_due ? viewer->account : Clock::duration::zero(), viewer->due()};
    };
    const auto next = std::ranges::min_element(waiting_, {}, turn);
    if (next == waiting_.end() || std::get<0>(turn(*next))) {
      changed_.wait(lock);
    } else if (const auto due = (*next)->due(); due > now) {
      changed_.wait_until(lock, due);
    } else {
      auto viewer = std::move(*next);
      waiting_.erase(next);
      ++served_[viewer->client()];
      viewer->account = std::max(viewer->account, account_ - max_credit);
      account_ = std::max(account_, viewer->account);
      return viewer;
    }
  }
}

void WatchRoom::play(int max_of_one_client) {
  while (auto viewer = next_viewer(max_of_one_client)) {
    const auto client = viewer->client();
    auto used = Clock::duration::zero();
    bool stays = true;
    try {
      used = viewer->go_on();
      stays = !viewer->stream()->is_over();
    } catch (const std::exception& error) {
      viewer->fail(error.what());
      stays = false;
    }
    if (!stays) viewer.reset();  // without the lock: it may own a large table
    const std::scoped_lock lock{mutex_};
    if (--served_[client] == 0) served_.erase(client);
    if (stays) {
      const auto charge = used * static_cast<std::int64_t>(places_.held(client));
      viewer->account = std::min<Clock::duration>(viewer->account + charge, account_ + max_debt);
      waiting_.push_back(std::move(viewer));
    } else {
      places_.give_back(client);
    }
    changed_.notify_one();
  }
}

}  // namespace afterstate::app
