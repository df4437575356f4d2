#include "app/serve/run_routes.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/serve/json_body.h"
#include "app/serve/query.h"
#include "http/error_response.h"
#include "http/request_rules.h"

namespace afterstate::app {

namespace {

constexpr std::string_view recipes_path = "/api/v1/recipes";
constexpr std::string_view runs_path = "/api/v1/runs";
constexpr std::string_view stop_end = "/stop";
constexpr std::string_view resume_end = "/resume";
constexpr std::string_view rename_end = "/rename";
constexpr std::string_view delete_end = "/delete";

/// Takes the same time for every wrong token of the right length, so that it cannot be guessed letter by letter.
bool equal_secrets(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t n = 0; n < std::min(a.size(), b.size()); ++n)
    difference |= static_cast<unsigned char>(a[n]) ^ static_cast<unsigned char>(b[n]);
  return difference == 0;
}

}  // namespace

bool RunRoutes::has(std::string_view path) {
  return path == recipes_path || path == runs_path || path.starts_with(fmt::format("{}/", runs_path));
}

HttpResponse RunRoutes::answer(const HttpRequest& request) {
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (!reads && request.method != "POST") return not_allowed(request.path, "GET, POST");
  if (!reads) check_may_change(request);
  if (request.path == recipes_path) {
    if (!reads) return not_allowed(request.path, "GET");
    return json_response(200, runs_.recipes());
  }
  if (request.path == runs_path)
    return reads ? json_response(200, runs_.list()) : json_response(201, runs_.start(parse_body(request.body)));
  std::string_view rest = request.path;
  rest.remove_prefix(runs_path.size() + 1);
  if (reads) {
    if (const auto response = answer_about_files(rest, request.method == "GET")) return *response;
    const Query query{request.query, {"from"}};
    return json_response(200, runs_.details(decoded_path(rest), query.whole_number("from", 0, UINT64_MAX).value_or(0)));
  }
  const auto id_before = [&](std::string_view end) { return decoded_path(rest.substr(0, rest.size() - end.size())); };
  const auto body = [&] { return parse_body(request.body.empty() ? "{}" : request.body); };
  if (rest.ends_with(stop_end)) return json_response(202, runs_.stop(id_before(stop_end)));
  if (rest.ends_with(resume_end)) return json_response(202, runs_.resume(id_before(resume_end), body()));
  if (rest.ends_with(rename_end)) return json_response(200, runs_.rename(id_before(rename_end), body()));
  if (rest.ends_with(delete_end)) return json_response(200, runs_.remove(id_before(delete_end), body()));
  throw HttpError{404, "no such route; use POST /api/v1/runs/ID/stop, resume, rename or delete"};
}

std::optional<HttpResponse> RunRoutes::answer_about_files(std::string_view rest, bool body_wanted) {
  const auto slash = rest.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto id = decoded_path(rest.substr(0, slash));
  const auto what = rest.substr(slash + 1);
  if (what == "live") return json_response(200, runs_.live(id));
  if (what == "files") return json_response(200, runs_.files(id));
  constexpr std::string_view files_begin = "files/";
  if (!what.starts_with(files_begin)) return std::nullopt;
  const auto name = decoded_path(what.substr(files_begin.size()));
  return downloads_.start(runs_.folder_with(id, name), name, body_wanted);
}

void RunRoutes::check_may_change(const HttpRequest& request) const {
  if (!token_.empty()) {
    if (!equal_secrets(request.authorization, "Bearer " + token_))
      throw HttpError{401, "requests to start and stop runs need the token of the server: Authorization: Bearer TOKEN"};
    return;
  }
  // A proxy on this machine passes on requests from others, under the name by which they call it.
  if (!request.from_this_machine || !is_this_machine(request.host))
    throw HttpError{403,
                    "runs can only be started and stopped from the server's own machine, or with a token (--token)"};
}

}  // namespace afterstate::app
