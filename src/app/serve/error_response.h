// How the server says what is wrong.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>

#include "app/serve/http_server.h"
#include "base/error.h"

namespace afterstate::app {

/// What is wrong with a request, where 400 does not say it.
class HttpError : public UserError {
 public:
  HttpError(unsigned status, const std::string& sentence) : UserError{sentence}, status_(status) {}

  unsigned status() const { return status_; }

 private:
  unsigned status_;
};

inline constexpr auto json_type = "application/json";

inline HttpResponse json_response(unsigned status, const nlohmann::ordered_json& json) {
  // What a client sent need not be UTF-8 where an error repeats it.
  return {status, json_type, json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n"};
}

/// {"error": sentence}, and the field that is wrong where it is one.
inline HttpResponse error_response(unsigned status, std::string_view sentence, std::string_view field = {}) {
  nlohmann::ordered_json json{{"error", sentence}};
  if (!field.empty()) json["field"] = field;
  return json_response(status, json);
}

/// The server has too much to do.
inline HttpResponse come_back(unsigned seconds, std::string_view sentence) {
  auto response = error_response(503, sentence);
  response.headers.emplace_back("Retry-After", std::to_string(seconds));
  return response;
}

/// For a route that takes other methods, which are named.
inline HttpResponse not_allowed(std::string_view path, std::string_view methods) {
  auto response = error_response(405, fmt::format("{} takes {} alone", path, methods));
  response.headers.emplace_back("Allow", methods);
  return response;
}

}  // namespace afterstate::app
