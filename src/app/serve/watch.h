// Live games for viewers: GET /api/v1/watch, a stream of server-sent events.
#pragma once

#include <chrono>
#include <condition_variable>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "app/serve/engines.h"
#include "app/serve/query.h"
#include "arena/live_games.h"
#include "base/shares.h"
#include "http/http_message.h"

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
///
/// Thread time is divided evenly between client addresses, and between the viewers of one address, by what they use
/// from now on: a viewer is charged for the time that it uses times the number of viewers of its address, and the one
/// with the smallest account is next. A new viewer, or one that did not need its share, starts from the smallest
/// account that had a turn, not from zero, so that it cannot displace those that have watched for long.
class WatchRoom {
 public:
  explicit WatchRoom(int threads);
  ~WatchRoom();
  WatchRoom(const WatchRoom&) = delete;
  WatchRoom& operator=(const WatchRoom&) = delete;

  /// The stream of a new viewer; null if there are too many.
  std::shared_ptr<HttpStream> admit(const WatchRequest& request, SharedServedEngine engine,
                                    const ClientAddress& client);

 private:
  class Viewer;
  using Clock = std::chrono::steady_clock;

  void play(int max_of_one_client);
  std::unique_ptr<Viewer> next_viewer(int max_of_one_client);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<std::unique_ptr<Viewer>> waiting_;  ///< viewers between two moves
  Shares<ClientAddress> places_;
  std::map<ClientAddress, int> served_;  ///< number of threads that play for viewers of each address
  Clock::duration account_{};            ///< the largest that was next; those that are due have more, or little less
  bool closed_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace afterstate::app
