// The JSON that a client sends.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "app/question.h"

namespace afterstate::app {

/// An object; throws QuestionError where it is none, or nested deeper than anything that is asked: what is nested
/// without end cannot even be copied.
inline nlohmann::json parse_body(const std::string& body) {
  constexpr int deepest = 16;
  bool too_deep = false;
  const auto look = [&](int depth, nlohmann::json::parse_event_t, const nlohmann::json&) {
    too_deep = too_deep || depth > deepest;
    return depth <= deepest;
  };
  auto json = nlohmann::json::parse(body, look, false);
  if (too_deep) throw QuestionError{"", "the body is nested too deeply"};
  if (json.is_discarded()) throw QuestionError{"", "the body is not JSON"};
  if (!json.is_object()) throw QuestionError{"", "the body is not a JSON object"};
  return json;
}

/// The training run whose model judges; empty where none is named.
inline std::string run_asked(const nlohmann::json& json) {
  const auto run = json.find("run");
  if (run == json.end() || run->is_null()) return {};
  if (!run->is_string()) throw QuestionError{"run", "run: give the name of a training run"};
  return run->get<std::string>();
}

}  // namespace afterstate::app
