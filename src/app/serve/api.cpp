#include "app/serve/api.h"

#include <fmt/format.h>

#include "app/question.h"
#include "app/serve/error_response.h"
#include "app/serve/query.h"
#include "app/serve/review_question.h"
#include "base/error.h"

namespace afterstate::app {

namespace {

using Json = nlohmann::json;

constexpr std::size_t longest_question = 65'536;
constexpr std::uint64_t most_milliseconds = 2'000;
constexpr std::uint64_t usual_depth = 2;

/// A search so deep takes a few milliseconds; what is deeper gets a time too.
constexpr int deepest_quick_search = 3;

constexpr std::size_t most_quick_waiting = 512;
constexpr std::size_t most_slow_waiting = 16;

/// The field of a question, or of the query, that names whose model judges.
constexpr auto run_field = "run";

HttpResponse come_back(unsigned seconds, std::string_view sentence) {
  auto response = error_response(503, sentence);
  response.headers.emplace_back("Retry-After", std::to_string(seconds));
  return response;
}

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
  const auto size = json.value("size", Json(name_of(Size{})));
  if (!size.is_string()) throw QuestionError{"size", "size: give rows x columns, such as \"4x4\""};
  try {
    return parse_size(size.get<std::string>());
  } catch (const UserError& error) {
    throw QuestionError{"size", error.what()};
  }
}

std::string run_asked(const Json& json) {
  const auto run = json.value(run_field, Json(""));
  if (!run.is_string()) throw QuestionError{run_field, "run: give the name of a training run"};
  return run.get<std::string>();
}

Question question_for(const Judge& judge, const Json& json) {
  auto question = parse_question(
      json, judge.size(), {.usual_depth = judge.exact() ? 1 : usual_depth, .most_milliseconds = most_milliseconds},
      run_field);
  if (!question.search.greedy() && !judge.adviser.can_search())
    throw QuestionError{"depth", "this database holds chances, which are exact: leave depth and time_ms out"};
  if (question.search.depth > deepest_quick_search && !question.search.milliseconds)
    question.search.milliseconds = static_cast<double>(most_milliseconds);
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
      slow_(threads, most_slow_waiting) {
  if (runs != nullptr) run_routes_.emplace(*runs, token);
}

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
      if (only("GET")) watch(request, respond);
    } else if (RunRoutes::has(request.path)) {
      if (!run_routes_) throw HttpError{404, "this server has no training runs: start it with --runs DIR"};
      run_in(slow_, respond, [this, request] { return run_routes_->answer(request); });
    } else {
      throw HttpError{404, "there is no such route; docs/api.md lists those that are there"};
    }
  } catch (...) {
    respond(response_of([]() -> HttpResponse { throw; }));
  }
}

void Api::analyze(const HttpRequest& request, const Respond& respond) {
  if (request.body.size() > longest_question)
    throw HttpError{413, fmt::format("a question has at most {} bytes", longest_question)};
  const auto json = Json::parse(request.body, nullptr, false);
  if (!json.is_object())
    throw QuestionError{"", json.is_discarded() ? "the body is not JSON" : "the body is not a JSON object"};
  const auto run = run_asked(json);
  const auto judge = ready_judge(run, size_asked(json));
  if (!judge) {
    run_in(slow_, respond, [this, run, json] {
      const auto loaded = load_judge(run);
      return answer_to(question_for(*loaded, json), *loaded);
    });
    return;
  }
  auto question = question_for(*judge, json);
  auto& lane = question.search.milliseconds ? slow_ : quick_;
  run_in(lane, respond, [judge, question = std::move(question)] { return answer_to(question, *judge); });
}

void Api::review(HttpRequest request, const Respond& respond) {
  run_in(slow_, respond, [this, body = std::move(request.body)] {
    const auto question = parse_review(body);
    const auto judge = question.run.empty() ? judges_.of(question.record.size) : load_judge(question.run);
    return json_response(200, reviewed(question, *judge));
  });
}

void Api::watch(const HttpRequest& request, const Respond& respond) {
  const auto question = parse_watch(request.query);
  const auto judge = ready_judge(question.run, question.size);
  run_in(judge ? quick_ : slow_, respond, [this, question, judge] {
    auto stream = watch_room_.admit(question, judge ? judge : load_judge(question.run));
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
    return json_response(200, json);
  });
}

SharedJudge Api::ready_judge(const std::string& run, Size size) {
  if (run.empty()) return judges_.of(size);
  if (runs_ == nullptr) throw HttpError{404, "this server has no training runs: start it with --runs DIR"};
  return visiting_.loaded(runs_->model_of(run));
}

SharedJudge Api::load_judge(const std::string& run) {
  if (runs_ == nullptr) throw HttpError{404, "this server has no training runs: start it with --runs DIR"};
  return visiting_.load(runs_->model_of(run));
}

void Api::run_in(WorkLane& lane, const Respond& respond, Work work) {
  if (lane.offer([respond, work = std::move(work)] { respond(response_of(work)); })) return;
  respond(come_back(1, "too many searches wait already: ask again in a second"));
}

}  // namespace afterstate::app
