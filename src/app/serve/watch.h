// Live games for viewers: GET /api/v1/watch, a stream of server-sent events.
#pragma once

#include <chrono>
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "app/serve/engines.h"
#include "app/serve/query.h"
#include "arena/live_games.h"
#include "http/http_server.h"

namespace afterstate::app {

/// The request of a viewer.
struct WatchRequest {
  SearchPlan search;
  double moves_per_second = 5;         ///< 0 for the maximum speed
  std::optional<PackedBoard> start{};  ///< the board to continue from; nothing for a new game
  std::uint32_t score = 0;
  std::uint64_t seed = 0;
};

/// The query of a request: size, run, depth or time_ms, speed, board, score, seed. Throws RequestError.
Query watch_query(const std::string& text);

/// The request for this engine. Throws RequestError, and UserError if the engine cannot evaluate the board.
WatchRequest parse_watch(const Query& query, const ServedEngine& engine);

/// Plays for all viewers on threads of low priority, so that other requests do not wait for viewers.
class WatchRoom {
 public:
  explicit WatchRoom(int threads);
  ~WatchRoom();
  WatchRoom(const WatchRoom&) = delete;
  WatchRoom& operator=(const WatchRoom&) = delete;

  /// The stream of a new viewer; null if there are too many.
  std::shared_ptr<HttpStream> admit(const WatchRequest& request, SharedServedEngine engine);

 private:
  class Viewer;
  using Clock = std::chrono::steady_clock;

  void play();
  std::unique_ptr<Viewer> next_viewer();
  void let_go();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<std::unique_ptr<Viewer>> waiting_;  ///< viewers between two moves
  std::size_t viewers_ = 0;
  bool closed_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace afterstate::app
