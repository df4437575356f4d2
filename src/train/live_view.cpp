#include "train/live_view.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

#include "arena/live_games.h"
#include "base/json.h"
#include "engine/analysis_request.h"
#include "engine/network_engine.h"
#include "game/notation.h"
#include "game/packed_slide.h"
#include "learn/one_update.h"
#include "os/priority.h"
#include "train/live_file.h"

namespace afterstate {

namespace {

using LiveClock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds move_time{200};

/// The rate of learning over the last minute, pauses to measure and save included.
class RecentRate {
 public:
  void add(std::uint64_t actions) {
    const auto now = LiveClock::now();
    if (samples_.size() == 1 && samples_.front().actions == actions) samples_.clear();  // learning has not begun
    samples_.push_back({now, actions});
    while (now - samples_.front().time > window) samples_.pop_front();
    const std::chrono::duration<double> seconds = now - samples_.front().time;
    const auto made = actions - samples_.front().actions;
    if (made > 0 && seconds.count() > 0) per_second_ = static_cast<double>(made) / seconds.count();
  }

  const std::optional<double>& per_second() const { return per_second_; }

 private:
  static constexpr std::chrono::seconds window{60};

  struct Sample {
    LiveClock::time_point time;
    std::uint64_t actions;
  };

  std::deque<Sample> samples_;
  std::optional<double> per_second_;
};

Json progress_json(std::uint64_t actions, std::uint64_t goal, const std::optional<double>& per_second) {
  Json json{{"actions", actions}, {"goal", nullptr}, {"actions_per_second", nullptr}, {"seconds_left", nullptr}};
  if (per_second) json["actions_per_second"] = *per_second;
  if (goal == UINT64_MAX) return json;  // the run ends after a number of games
  json["goal"] = goal;
  const auto left = static_cast<double>(goal - std::min(goal, actions));
  if (per_second) json["seconds_left"] = left / *per_second;
  return json;
}

}  // namespace

/// Games of the network, one move at a time.
class LiveView::Game {
 public:
  Game(const AnyNetwork& network, const Recipe& recipe, std::uint64_t seed)
      : network_(network),
        recipe_(recipe),
        engine_(borrowed_network_engine(network, "network")),
        session_(engine_->new_session(recipe.network.size, recipe.learning.law)),
        games_(recipe.network.size, recipe.learning.law, seed) {}

  /// The position, the last transition, and what learning from it would change.
  Json look(std::uint64_t actions) {
    const auto size = recipe_.network.size;
    const auto& position = games_.position();
    const auto values = session_->analyse(position.board, {}).values;
    best_ = values.best();
    Json json{{"game", games_.game()},
              {"turn", position.turn},
              {"score", position.score},
              {"board", notation_of(position.board, size)},
              {"last", games_.last_move() ? Json(name_of(*games_.last_move())) : Json()},
              {"values", {{"best", best_ ? Json(name_of(*best_)) : Json()}, {"moves", moves_json(values)}}},
              {"actions", actions},
              {"afterstate", nullptr},
              {"value", nullptr},
              {"error", nullptr},
              {"tuples", Json::array()}};
    if (!afterstate_) return json;
    const auto& phase = Schedule{recipe_, {}}.phase(actions);
    const double target = best_ ? *values[*best_] : 0;
    const auto update = one_update(network_, phase, *afterstate_, target);
    json["afterstate"] = notation_of(*afterstate_, size);
    json["value"] = target - update.error;
    json["error"] = update.error;
    const auto& tuples = recipe_.network.tuples;
    for (std::size_t tuple = 0; tuple < tuples.size(); ++tuple)
      json["tuples"].push_back(
          {{"cells", name_of(tuples[tuple])}, {"share", update.shares[tuple]}, {"change", update.changes[tuple]}});
    return json;
  }

  /// Makes the best move of the last look, or begins a new game.
  void step() {
    afterstate_.reset();
    if (best_)
      if (const auto slide = packed_slide(games_.position().board, recipe_.network.size, *best_))
        afterstate_ = slide->afterstate;
    games_.step(best_);
  }

 private:
  const AnyNetwork& network_;
  const Recipe& recipe_;
  SharedEngine engine_;
  std::unique_ptr<Session> session_;
  LiveGames games_;
  std::optional<Direction> best_;
  std::optional<PackedBoard> afterstate_;  ///< of the last move
};

LiveView::LiveView(const AnyNetwork& network, const Recipe& recipe, const Run& run)
    : network_(network), recipe_(recipe), run_(run), actions_(run.actions) {
  thread_ = std::jthread{[this](const std::stop_token& stop) {
    try {
      show(stop);
    } catch (const std::exception&) {  // the run goes on without it
    }
  }};
}

LiveView::~LiveView() {
  thread_.request_stop();
  thread_.join();
  std::error_code ignored;
  std::filesystem::remove(run_.folder / live_file_name, ignored);
}

void LiveView::show(const std::stop_token& stop) {
  take_lowest_priority();
  std::optional<Game> game;  // a game by chance would not show what a run of the two-player game learns
  if (!recipe_.duel) game.emplace(network_, recipe_, run_.seed);
  RecentRate rate;
  std::mutex mutex;
  std::condition_variable_any stopped;
  while (!stop.stop_requested()) {
    const auto actions = actions_.load(std::memory_order_relaxed);
    rate.add(actions);
    write_live(run_.folder, {{"progress", progress_json(actions, run_.end.actions, rate.per_second())},
                             {"live", game ? game->look(actions) : Json{}}});
    if (game) game->step();
    std::unique_lock lock{mutex};
    stopped.wait_for(lock, stop, move_time, [] { return false; });
  }
}

}  // namespace afterstate
