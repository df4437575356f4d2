// JSON request bodies.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "engine/checks.h"

namespace afterstate::app {

/// Parses an object. Throws RequestError if the body is not one, or is nested too deeply: without a limit, deep nesting
/// overflows the stack.
inline nlohmann::json parse_body(const std::string& body) {
  constexpr int max_depth = 16;
  bool too_deep = false;
  const auto look = [&](int depth, nlohmann::json::parse_event_t, const nlohmann::json&) {
    too_deep = too_deep || depth > max_depth;
    return depth <= max_depth;
  };
  auto json = nlohmann::json::parse(body, look, false);
  if (too_deep) throw RequestError{"", "the body is nested too deeply"};
  if (json.is_discarded()) throw RequestError{"", "the body is not JSON"};
  if (!json.is_object()) throw RequestError{"", "the body is not a JSON object"};
  return json;
}

/// The training run whose model is to be used; empty if none is named.
inline std::string requested_run(const nlohmann::json& json) {
  const auto run = json.find("run");
  if (run == json.end() || run->is_null()) return {};
  if (!run->is_string()) throw RequestError{"run", "run: give the name of a training run"};
  return run->get<std::string>();
}

}  // namespace afterstate::app
