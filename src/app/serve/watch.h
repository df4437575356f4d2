// Games that people watch while they are played: GET /api/v1/watch, a stream of server-sent events.
#pragma once

#include <chrono>
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "app/serve/http_server.h"
#include "app/serve/judges.h"
#include "app/serve/query.h"
#include "arena/live_games.h"

namespace afterstate::app {

/// What a viewer asks for.
struct WatchQuestion {
  SearchPlan search;
  double moves_a_second = 5;  ///< 0 for as many as it can
  std::vector<int> start;     ///< the board to go on from; a new game where it is empty
  std::uint32_t score = 0;
  std::uint64_t seed = 0;
};

/// The query of a request: size, run, depth or time_ms, speed, board, score, seed. Throws QuestionError.
Query watch_query(const std::string& text);

/// What it asks of the judge that plays. Throws QuestionError, and UserError where it cannot judge the board.
WatchQuestion parse_watch(const Query& query, const Judge& judge);

/// Plays for all viewers on threads of low priority, so that whoever asks a question does not wait for those who watch.
class WatchRoom {
 public:
  explicit WatchRoom(int threads);
  ~WatchRoom();
  WatchRoom(const WatchRoom&) = delete;
  WatchRoom& operator=(const WatchRoom&) = delete;

  /// The stream of a new viewer; nothing where there are too many already.
  std::shared_ptr<HttpStream> admit(const WatchQuestion& question, std::shared_ptr<const Judge> judge);

 private:
  class Viewer;
  using Clock = std::chrono::steady_clock;

  void play();
  std::unique_ptr<Viewer> next_viewer();
  void let_go();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<std::unique_ptr<Viewer>> waiting_;  ///< for their next move
  std::size_t viewers_ = 0;
  bool closed_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace afterstate::app
