// JSON request bodies.
#pragma once

#include <string>

#include "base/json.h"
#include "engine/checks.h"

namespace afterstate::app {

/// Parses an object. Throws RequestError if the body is not one.
inline Json parse_body(const std::string& body) {
  Json json;
  try {
    json = parse_json(body, "the body");
  } catch (const Failure& error) {
    throw RequestError{"", error.what()};
  }
  if (!json.is_object()) throw RequestError{"", "the body is not a JSON object"};
  return json;
}

/// The training run whose model is to be used; empty if none is named.
inline std::string requested_run(const Json& json) {
  const auto run = json.find("run");
  if (run == json.end() || run->is_null()) return {};
  if (!run->is_string()) throw RequestError{"run", "run: give the name of a training run"};
  return run->get<std::string>();
}

}  // namespace afterstate::app
