// The routes of training runs: /api/v1/recipes and /api/v1/runs.
#pragma once

#include <optional>

#include "app/serve/downloads.h"
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
  /// `rest` is the path after /api/v1/runs/; nothing if it is not about the files of a run.
  std::optional<HttpResponse> answer_about_files(std::string_view rest, bool body_wanted);

  Runs& runs_;
  std::string token_;
  Downloads downloads_;
};

}  // namespace afterstate::app
