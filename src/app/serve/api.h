// The HTTP API under /api/v1/ (docs/api.md).
#pragma once

#include <functional>
#include <optional>
#include <stop_token>

#include "app/serve/engines.h"
#include "app/serve/run_routes.h"
#include "app/serve/watch.h"
#include "http/http_message.h"
#include "os/thread_pool.h"

namespace afterstate::app {

class Api {
 public:
  /// Searches run on `threads` threads; `runs` is null if the server has none. The arguments and the server that
  /// receives the responses must outlive this object.
  Api(const Engines& engines, Runs* runs, const std::string& token, int threads);
  /// Ends running requests within two seconds.
  ~Api();
  Api(const Api&) = delete;
  Api& operator=(const Api&) = delete;

  /// Answers a request whose path begins with /api/.
  void answer(HttpRequest request, Respond respond);

 private:
  using Work = std::function<HttpResponse()>;

  void analyse(const HttpRequest& request, const Respond& respond);
  void explain(const HttpRequest& request, const Respond& respond);
  void review(HttpRequest request, const Respond& respond);
  void watch(const HttpRequest& request, const Respond& respond);
  void model(const HttpRequest& request, const Respond& respond);

  void check_has_runs() const;
  /// The model of a run, loaded if necessary.
  SharedServedEngine engine_of_run(const std::string& run);

  using Pool = ThreadPool<ClientAddress>;
  static void run_in(Pool& pool, const ClientAddress& client, const Respond& respond, Work work);

  const Engines& engines_;
  Runs* runs_;
  std::optional<RunRoutes> run_routes_;
  RunEngines run_engines_;
  std::stop_source ending_;
  WatchRoom watch_room_;
  Pool quick_;       ///< requests that take milliseconds
  Pool slow_;        ///< requests that take seconds: they must not delay the quick ones
  Pool about_runs_;  ///< so that a run can be stopped under any load
};

}  // namespace afterstate::app
