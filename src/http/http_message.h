// Requests and responses, as a handler sees them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "http/client_address.h"
#include "http/http_stream.h"

namespace afterstate {

struct HttpRequest {
  std::string method;
  std::string path;   ///< without the query
  std::string query;  ///< after the question mark
  std::string host;   ///< in lower case, without the port
  std::string authorization;
  std::string known_tag;  ///< If-None-Match
  bool takes_gzip = false;
  ClientAddress client{};
  bool from_this_machine = false;
  std::string body;
};

struct HttpResponse {
  unsigned status = 200;
  std::string content_type;
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers{};
  std::shared_ptr<HttpStream> stream{};            ///< what follows the body, if anything
  std::shared_ptr<const std::string> kept_body{};  ///< instead of `body`: one that many responses share
};

/// Sends the response, at once or later, from any thread. If it is dropped without being called, the client gets an
/// error (500).
using Respond = std::function<void(HttpResponse)>;
using HttpHandler = std::function<void(HttpRequest, Respond)>;

}  // namespace afterstate
