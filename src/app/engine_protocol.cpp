#include "app/engine_protocol.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/json.h"
#include "engine/analysis_request.h"
#include "engine/checks.h"
#include "search/search_plan.h"

namespace afterstate::app {

namespace {

Json error_answer(const Json& id, const std::string& field, const std::string& what) {
  Json answer{{"id", id}, {"error", what}};
  if (!field.empty()) answer["field"] = field;
  return answer;
}

}  // namespace

Json answer_to_line(const std::string& line, const SessionPool& sessions, const std::stop_token& stop) {
  if (line.size() > max_engine_line)
    return error_answer(nullptr, "", fmt::format("the line is longer than {} bytes", max_engine_line));
  Json json;
  try {
    json = parse_json(line, "the line");
  } catch (const Failure& error) {
    return error_answer(nullptr, "", error.what());
  }
  if (!json.is_object()) return error_answer(nullptr, "", "the request is not a JSON object");
  const auto id = json.value("id", Json{});
  if (!id.is_string() && !id.is_number_integer())
    return error_answer(nullptr, "id", "id: give a string or a whole number, which the answer repeats");
  try {
    const auto& engine = sessions.engine();
    auto request = parse_analysis_request(json, engine, {.default_depth = default_depth_for(engine.info())}, {"id"});
    request.plan.stop = stop;
    Json answer{{"id", id}};
    answer.update(sessions.with_session(
        request.law(engine), [&](Session& session) { return answer_json(request, session, engine.size()); }));
    return answer;
  } catch (const SearchStopped&) {
    return error_answer(id, "", "the program was stopped during the search");
  } catch (const RequestError& error) {
    Json answer{{"id", id}};
    answer.update(error_json(error));
    return answer;
  } catch (const UserError& error) {
    return error_answer(id, "board", error.what());
  } catch (const Failure& error) {
    return error_answer(id, "", error.what());
  }
}

}  // namespace afterstate::app
