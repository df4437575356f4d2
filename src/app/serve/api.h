// What the server answers under /api/v1/ (docs/api.md).
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>

#include "app/serve/http_server.h"
#include "app/serve/judges.h"
#include "app/serve/run_routes.h"
#include "app/serve/watch.h"
#include "app/serve/work_lane.h"

namespace afterstate::app {

class Api {
 public:
  /// Searches run on so many threads; `runs` is null where the server has none. What is referred to must outlive this,
  /// and whoever is to be answered too.
  Api(const Judges& judges, Runs* runs, const std::string& token, int threads);
  /// Ends what is at work within two seconds.
  ~Api();
  Api(const Api&) = delete;
  Api& operator=(const Api&) = delete;

  /// Answers a request whose path begins with /api/.
  void answer(HttpRequest request, Respond respond);

 private:
  using Work = std::function<HttpResponse()>;

  void analyze(const HttpRequest& request, const Respond& respond);
  void review(HttpRequest request, const Respond& respond);
  void watch(const HttpRequest& request, const Respond& respond);
  void model(const HttpRequest& request, const Respond& respond);

  void check_has_runs() const;
  /// The model of a run, which may have to be read.
  SharedJudge load_judge(const std::string& run);

  static void run_in(WorkLane& lane, const Respond& respond, Work work);

  const Judges& judges_;
  Runs* runs_;
  std::optional<RunRoutes> run_routes_;
  VisitingJudges visiting_;
  std::stop_source ending_;
  WatchRoom watch_room_;
  WorkLane quick_;       ///< what takes milliseconds
  WorkLane slow_;        ///< what takes seconds: it must not keep the rest waiting
  WorkLane about_runs_;  ///< so that a run can be stopped whatever is asked
};

}  // namespace afterstate::app
