// The routes of training runs: /api/v1/recipes and /api/v1/runs.
#pragma once

#include "app/serve/runs.h"
#include "http/http_server.h"

namespace afterstate::app {

class RunRoutes {
 public:
  /// Clients with the token may start and stop runs from anywhere; if it is empty, only clients on this machine may.
  RunRoutes(Runs& runs, std::string token) : runs_(runs), token_(std::move(token)) {}

  static bool has(std::string_view path);

  /// Reads files, so it is slow. Throws HttpError and UserError.
  HttpResponse answer(const HttpRequest& request);

 private:
  void check_may_change(const HttpRequest& request) const;

  Runs& runs_;
  std::string token_;
};

}  // namespace afterstate::app
