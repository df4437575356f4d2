// The routes of training runs: /api/v1/recipes and /api/v1/runs.
#pragma once

#include "app/serve/http_server.h"
#include "app/serve/runs.h"

namespace afterstate::app {

class RunRoutes {
 public:
  /// Whoever has the token may start and stop runs from anywhere; where it is empty, whoever is on this machine.
  RunRoutes(Runs& runs, std::string token) : runs_(runs), token_(std::move(token)) {}

  static bool has(std::string_view path);

  /// Takes a moment, as it reads files. Throws HttpError and UserError.
  HttpResponse answer(const HttpRequest& request);

 private:
  void check_may_change(const HttpRequest& request) const;

  Runs& runs_;
  std::string token_;
};

}  // namespace afterstate::app
