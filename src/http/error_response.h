// JSON responses and errors of the HTTP server.
#pragma once

#include <fmt/format.h>

#include <string_view>

#include "base/error.h"
#include "base/json.h"
#include "http/http_message.h"

namespace afterstate {

/// An invalid request with a status other than 400.
class HttpError : public UserError {
 public:
  HttpError(unsigned status, const std::string& sentence) : UserError{sentence}, status_(status) {}

  unsigned status() const { return status_; }

 private:
  unsigned status_;
};

inline constexpr auto json_type = "application/json";

inline HttpResponse json_response(unsigned status, const Json& json) {
  // An error may quote what the client sent, which need not be UTF-8.
  return {status, json_type, json_text(json) + "\n"};
}

/// {"error": sentence}, and "field" if one field is wrong.
inline HttpResponse error_response(unsigned status, std::string_view sentence, std::string_view field = {}) {
  Json json{{"error", sentence}};
  if (!field.empty()) json["field"] = field;
  return json_response(status, json);
}

/// 503: the server is overloaded.
inline HttpResponse come_back(unsigned seconds, std::string_view sentence) {
  auto response = error_response(503, sentence);
  response.headers.emplace_back("Retry-After", std::to_string(seconds));
  return response;
}

/// 405: the route accepts only these methods.
inline HttpResponse not_allowed(std::string_view path, std::string_view methods) {
  auto response = error_response(405, fmt::format("{} accepts only {}", path, methods));
  response.headers.emplace_back("Allow", methods);
  return response;
}

}  // namespace afterstate
