#include "app/serve/api.h"

#include <fmt/format.h>

#include "app/serve/explain.h"
#include "app/serve/json_body.h"
#include "app/serve/query.h"
#include "app/serve/review_request.h"
#include "base/error.h"
#include "base/json.h"
#include "engine/analysis_request.h"
#include "http/error_response.h"

namespace afterstate::app {

namespace {

/// Of all clients; one client alone may have half of them.
constexpr std::size_t max_quick_waiting = 1024;
constexpr std::size_t max_slow_waiting = 32;

/// The field of a request, or of a query, that names the training run whose model is used.
constexpr auto run_field = "run";

/// Turns exceptions into error responses.
template <class Work>
HttpResponse response_of(const Work& work) {
  try {
    return work();
  } catch (const RequestError& error) {
    return json_response(400, error_json(error));
  } catch (const HttpError& error) {
    return error_response(error.status(), error.what());
  } catch (const UserError& error) {
    return error_response(400, error.what());
  } catch (const std::bad_alloc&) {
    return come_back(5, "out of memory; try again later");
  } catch (const std::exception& error) {
    return error_response(500, error.what());
  }
}

AnalysisRequest parse_request(const Json& json, const ServedEngine& engine) {
  auto request = parse_analysis_request(json, engine.engine(), engine.limits(usual_depth), {run_field});
  bound_search(request.plan);
  return request;
}

HttpResponse analysed(const AnalysisRequest& request, const ServedEngine& engine) {
  return engine.sessions().with_session(request.law(engine.engine()), [&](Session& session) {
    return json_response(200, answer_json(request, session, engine.size()));
  });
}

}  // namespace

Api::Api(const Engines& engines, Runs* runs, const std::string& token, int threads)
    : engines_(engines),
      runs_(runs),
      watch_room_(threads),
      quick_(threads, max_quick_waiting),
      slow_(threads, max_slow_waiting),
      about_runs_(1, max_slow_waiting) {
  if (runs != nullptr) run_routes_.emplace(*runs, token);
}

Api::~Api() { ending_.request_stop(); }

void Api::answer(HttpRequest request, Respond respond) {
  const auto only = [&](std::string_view method) {
    if (request.method == method || (method == "GET" && request.method == "HEAD")) return true;
    respond(not_allowed(request.path, method));
    return false;
  };
  try {
    if (request.path == "/api/v1/analyse" || request.path == "/api/v1/analyze") {  // the second: its name until 0.2.0
      if (only("POST")) analyse(request, respond);
    } else if (request.path == "/api/v1/explain") {
      if (only("POST")) explain(request, respond);
    } else if (request.path == "/api/v1/review") {
      if (only("POST")) review(std::move(request), respond);
    } else if (request.path == "/api/v1/model") {
      if (only("GET")) model(request, respond);
    } else if (request.path == "/api/v1/watch") {
      if (request.method == "HEAD") throw HttpError{405, "a stream does not support HEAD; use GET"};
      if (only("GET")) watch(request, respond);
    } else if (RunRoutes::has(request.path)) {
      check_has_runs();
      run_in(about_runs_, request.client, respond, [this, request] { return run_routes_->answer(request); });
    } else {
      throw HttpError{404, "no such route; docs/api.md lists all routes"};
    }
  } catch (...) {
    respond(response_of([]() -> HttpResponse { throw; }));
  }
}

void Api::analyse(const HttpRequest& request, const Respond& respond) {
  const auto json = parse_body(request.body);
  if (const auto run = requested_run(json); !run.empty()) {
    run_in(slow_, request.client, respond, [this, run, json] {
      const auto engine = engine_of_run(run);
      return analysed(parse_request(json, *engine), *engine);
    });
    return;
  }
  const auto size = requested_size(json).value_or(Size{});
  const auto& engine = json.contains("role") ? engines_.of(size, requested_rule(json).value_or(DuelRule::two_or_four))
                                             : engines_.of(size);
  auto parsed = parse_request(json, *engine);
  auto& pool = parsed.plan.milliseconds ? slow_ : quick_;
  run_in(pool, request.client, respond, [engine, parsed = std::move(parsed)] { return analysed(parsed, *engine); });
}

void Api::explain(const HttpRequest& request, const Respond& respond) {
  const auto json = parse_body(request.body);
  const auto run = requested_run(json);
  const auto engine = run.empty() ? network_engine_for(engines_, requested_size(json).value_or(Size{})) : nullptr;
  run_in(engine ? quick_ : slow_, request.client, respond, [this, engine, run, json] {
    return json_response(200, explained(json, engine ? *engine : *engine_of_run(run)));
  });
}

void Api::review(HttpRequest request, const Respond& respond) {
  run_in(slow_, request.client, respond, [this, body = std::move(request.body)] {
    const auto parsed = parse_review_request(body);
    const auto engine = parsed.run.empty() ? engines_.of(parsed.record.size) : engine_of_run(parsed.run);
    return json_response(200, reviewed(parsed, *engine, ending_.get_token()));
  });
}

void Api::watch(const HttpRequest& request, const Respond& respond) {
  const auto query = watch_query(request.query);
  const auto run = query.text(run_field);
  run_in(run.empty() ? quick_ : slow_, request.client, respond, [this, query, run, client = request.client] {
    const auto engine = run.empty() ? engines_.of(query.size("size")) : engine_of_run(run);
    auto stream = watch_room_.admit(parse_watch(query, *engine), engine, client);
    if (!stream) return come_back(10, "too many viewers; try again later");
    return HttpResponse{200, "text/event-stream", {}, {{"Cache-Control", "no-store"}}, std::move(stream)};
  });
}

void Api::model(const HttpRequest& request, const Respond& respond) {
  const auto run = Query{request.query, {run_field}}.text(run_field);
  if (run.empty()) {
    respond(json_response(200, engines_.to_json()));
    return;
  }
  run_in(slow_, request.client, respond, [this, run] {
    const auto engine = engine_of_run(run);
    auto json = engine->engine().details();
    auto one = to_json(*engine);
    one["name"] = run;
    json["name"] = run;
    json["engines"] = {one};
    json["judges"] = {one};  // its name until 0.2.0
    return json_response(200, json);
  });
}

void Api::check_has_runs() const {
  if (runs_ == nullptr) throw HttpError{404, "this server has no training runs: start it with --runs DIR"};
}

SharedServedEngine Api::engine_of_run(const std::string& run) {
  check_has_runs();
  return run_engines_.load(runs_->model_of(run));
}

void Api::run_in(Pool& pool, const ClientAddress& client, const Respond& respond, Work work) {
  const auto job = [respond, work = std::move(work)] {
    try {
      respond(response_of(work));
    } catch (const std::exception&) {  // no memory for the response itself: a dropped response becomes an error 500
    }
  };
  if (pool.offer(client, job)) return;
  respond(come_back(1, "too many requests are waiting; try again in a second"));
}

}  // namespace afterstate::app
