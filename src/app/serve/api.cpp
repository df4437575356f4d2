#include "app/serve/api.h"

#include <fmt/format.h>

#include "app/question.h"
#include "app/serve/error_response.h"
#include "app/serve/json_body.h"
#include "app/serve/query.h"
#include "app/serve/review_question.h"
#include "base/error.h"

namespace afterstate::app {

namespace {

using Json = nlohmann::json;

constexpr std::uint64_t usual_depth = 2;

constexpr std::size_t most_quick_waiting = 512;
constexpr std::size_t most_slow_waiting = 16;

/// A search has no use for more of a table, and memory that is new takes its time.
constexpr double table_bytes_a_millisecond = 160'000;

/// The field of a question, or of the query, that names whose model judges.
constexpr auto run_field = "run";

/// Turns what is wrong into a response.
template <class Work>
HttpResponse response_of(const Work& work) {
  try {
    return work();
  } catch (const QuestionError& error) {
    return error_response(400, error.what(), error.field());
  } catch (const HttpError& error) {
    return error_response(error.status(), error.what());
  } catch (const UserError& error) {
    return error_response(400, error.what());
  } catch (const std::bad_alloc&) {
    return come_back(5, "there is not enough memory for this now");
  } catch (const std::exception& error) {
    return error_response(500, error.what());
  }
}

/// Of the board that is asked about, 4x4 where nothing is said.
Size size_asked(const Json& json) {
  const auto size = json.find("size");
  if (size == json.end()) return Size{};
  if (!size->is_string()) throw QuestionError{"size", "size: give rows x columns, such as \"4x4\""};
  try {
    return parse_size(size->get<std::string>());
  } catch (const UserError& error) {
    throw QuestionError{"size", error.what()};
  }
}

Question question_for(const Judge& judge, const Json& json) {
  auto question = parse_question(
      json, judge.size(),
      {.usual_depth = judge.exact() ? 1 : usual_depth, .most_milliseconds = most_search_milliseconds}, run_field);
  auto& search = question.search;
  judge.bound(search);
  if (search.milliseconds)
    search.table_bytes =
        std::min(search.table_bytes, static_cast<std::uint64_t>(*search.milliseconds * table_bytes_a_millisecond));
  return question;
}

HttpResponse answer_to(const Question& question, const Judge& judge) {
  const auto advice = judge.adviser.advise(question.exponents, {}, question.search);
  return json_response(200, answer_of(advice, question.exponents, judge.size()));
}

}  // namespace

Api::Api(const Judges& judges, Runs* runs, const std::string& token, int threads)
    : judges_(judges),
      runs_(runs),
      watch_room_(threads),
      quick_(threads, most_quick_waiting),
      slow_(threads, most_slow_waiting),
      about_runs_(1, most_slow_waiting) {
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
    if (request.path == "/api/v1/analyze") {
      if (only("POST")) analyze(request, respond);
    } else if (request.path == "/api/v1/review") {
      if (only("POST")) review(std::move(request), respond);
    } else if (request.path == "/api/v1/model") {
      if (only("GET")) model(request, respond);
    } else if (request.path == "/api/v1/watch") {
      if (request.method == "HEAD") throw HttpError{405, "a stream has no head alone"};
      if (only("GET")) watch(request, respond);
    } else if (RunRoutes::has(request.path)) {
      check_has_runs();
      run_in(about_runs_, respond, [this, request] { return run_routes_->answer(request); });
    } else {
      throw HttpError{404, "there is no such route; docs/api.md lists those that are there"};
    }
  } catch (...) {
    respond(response_of([]() -> HttpResponse { throw; }));
  }
}

void Api::analyze(const HttpRequest& request, const Respond& respond) {
  const auto json = parse_body(request.body);
  if (const auto run = run_asked(json); !run.empty()) {
    run_in(slow_, respond, [this, run, json] {
      const auto judge = load_judge(run);
      return answer_to(question_for(*judge, json), *judge);
    });
    return;
  }
  const auto& judge = judges_.of(size_asked(json));
  auto question = question_for(*judge, json);
  auto& lane = question.search.milliseconds ? slow_ : quick_;
  run_in(lane, respond, [judge, question = std::move(question)] { return answer_to(question, *judge); });
}

void Api::review(HttpRequest request, const Respond& respond) {
  run_in(slow_, respond, [this, body = std::move(request.body)] {
    const auto question = parse_review(body);
    const auto judge = question.run.empty() ? judges_.of(question.record.size) : load_judge(question.run);
    return json_response(200, reviewed(question, *judge, ending_.get_token()));
  });
}

void Api::watch(const HttpRequest& request, const Respond& respond) {
  const auto query = watch_query(request.query);
  const auto run = query.text(run_field);
  run_in(run.empty() ? quick_ : slow_, respond, [this, query, run] {
    const auto judge = run.empty() ? judges_.of(query.size("size")) : load_judge(run);
    auto stream = watch_room_.admit(parse_watch(query, *judge), judge);
    if (!stream) return come_back(10, "too many watch already");
    return HttpResponse{200, "text/event-stream", {}, {{"Cache-Control", "no-store"}}, std::move(stream)};
  });
}

void Api::model(const HttpRequest& request, const Respond& respond) {
  const auto run = Query{request.query, {run_field}}.text(run_field);
  if (run.empty()) {
    respond(json_response(200, judges_.to_json()));
    return;
  }
  run_in(slow_, respond, [this, run] {
    const auto judge = load_judge(run);
    auto json = judge->info;
    json["name"] = run;
    json["judges"] = {to_json(*judge)};
    json["judges"][0]["name"] = run;
    return json_response(200, json);
  });
}

void Api::check_has_runs() const {
  if (runs_ == nullptr) throw HttpError{404, "this server has no training runs: start it with --runs DIR"};
}

SharedJudge Api::load_judge(const std::string& run) {
  check_has_runs();
  return visiting_.load(runs_->model_of(run));
}

void Api::run_in(WorkLane& lane, const Respond& respond, Work work) {
  const auto job = [respond, work = std::move(work)] {
    try {
      respond(response_of(work));
    } catch (const std::exception&) {  // no memory for the response itself: dropping it says so
    }
  };
  if (lane.offer(job)) return;
  respond(come_back(1, "too many searches wait already: ask again in a second"));
}

}  // namespace afterstate::app
