// afterstate serve: serves the web page and the HTTP API.
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdio>
#include <memory>

#include "app/command_line.h"
#include "app/engine_options.h"
#include "app/serve/api.h"
#include "app/serve/engines.h"
#include "app/serve/page.h"
#include "app/serve/runs.h"
#include "app/stopping.h"
#include "base/error.h"
#include "engine/default_model.h"
#include "engine/load_engine.h"
#include "http/http_server.h"
#include "os/threads.h"

namespace afterstate::app {

namespace {

struct ServeOptions {
  std::string model;
  std::string endgame;
  std::vector<std::string> database_paths;
  std::uint64_t port = 2048;
  std::string host = "127.0.0.1";
  std::vector<std::string> allowed_hosts;
  std::string runs_folder;
  std::vector<std::string> recipe_folders;
  std::uint64_t max_runs = 1;
  std::string token;
  int threads = 0;
};

/// Databases come first because they are exact.
Engines load_engines(const ServeOptions& options) {
  Engines engines;
  for (const auto& path : options.database_paths) engines.add(load_engine("perfect:" + path));
  if (!options.model.empty())
    engines.add(load_engine(options.model, {0, options.endgame}));
  else if (options.database_paths.empty() || find_default_model())
    engines.add(
        load_default_engine({}, "give --model FILE, or --db FILE for a solved small board", {0, options.endgame}));
  return engines;
}

/// Null if no folder for runs is given.
std::unique_ptr<Runs> make_runs(const ServeOptions& options) {
  if (options.runs_folder.empty()) {
    if (!options.recipe_folders.empty() || !options.token.empty())
      throw UserError{"--recipes and --token are only used for training runs; add --runs DIR"};
    return nullptr;
  }
  RunsOptions runs{options.runs_folder, {}, options.max_runs};
  runs.recipe_folders.assign(options.recipe_folders.begin(), options.recipe_folders.end());
  if (const auto found = find_recipes(); found && runs.recipe_folders.empty()) runs.recipe_folders.emplace_back(*found);
  return std::make_unique<Runs>(std::move(runs));
}

/// Raises the limit of open files to the maximum: each client needs one.
std::size_t max_open_files() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

std::string host_in_url(const std::string& host) {
  const bool ipv6 = host.find(':') != std::string::npos;
  return ipv6 ? fmt::format("[{}]", host) : host;
}

/// The names and addresses by which clients may call this server.
void add_host_names(RequestRules& rules, const ServeOptions& options) {
  for (const auto& host : options.allowed_hosts) {
    const auto name = host_name(host);
    if (!name || name->size() != host.size())
      throw UserError{fmt::format("--allow-host '{}': give a host name without a port, such as example.org", host)};
    rules.hosts.push_back(*name);
  }
  const auto own = host_name(host_in_url(options.host));
  if (own) rules.hosts.push_back(*own);
  rules.any_address = !own || !is_this_machine(*own);
}

HttpLimits limits(const ServeOptions& options) {
  constexpr std::size_t files_of_our_own = 128;
  constexpr std::size_t max_review_body = 1'000'000;
  HttpLimits limits;
  const auto files = max_open_files();
  if (files < 2 * files_of_our_own)
    throw UserError{fmt::format("the limit of {} open files is too low for a server; raise it with ulimit -n", files)};
  limits.connections = std::min(limits.connections, files - files_of_our_own);
  limits.requests.larger_bodies = {{"/api/v1/review", max_review_body}};
  add_host_names(limits.requests, options);
  return limits;
}

int run_serve(const ServeOptions& options) {
  const auto stop = stop_on_signals();
  const auto runs = make_runs(options);
  const auto engines = load_engines(options);
  const Page page;
  HttpServer server{options.host, static_cast<std::uint16_t>(options.port), limits(options)};
  Api api{engines, runs.get(), options.token, thread_count(options.threads)};
  fmt::print("Afterstate is at http://{}:{}\n", host_in_url(options.host), server.port());
  for (const auto& engine : engines.all())
    fmt::print("  engine for {}: {}{}\n", name_of(engine->size()), engine->name(),
               engine->info().exact ? ", exact values" : "");
  for (const auto& engine : engines.of_duels())
    fmt::print("  engine for duels on {}, rule {}: {}, exact values\n", name_of(engine->size()),
               name_of(*engine->info().duel), engine->name());
  fmt::print("Press Ctrl-C to stop.\n");
  std::fflush(stdout);
  server.run(
      [&](HttpRequest request, Respond respond) {
        if (request.path.starts_with("/api/"))
          api.answer(std::move(request), std::move(respond));
        else
          respond(page.answer(request));
      },
      stop);
  return 0;
}

}  // namespace

void add_serve(CommandLine& line) {
  const auto options = std::make_shared<ServeOptions>();
  line.add("serve", "serve the web page (play, analyse, watch, train) and the HTTP API",
           [options] { return run_serve(*options); })
      .optional("--model", "ENGINE", options->model, "engine to use: " + engine_help() + "; default: default")
      .optional("--endgame", "DIR", options->endgame, endgame_help)
      .repeated("--db", "FILE", options->database_paths,
                "value database, for exact values on its board size; may be repeated")
      .count("--port", options->port, 0, 65'535, "port to listen on, 0 for any free port")
      .optional("--host", "HOST", options->host,
                "address to listen on, 0.0.0.0 to accept other machines; default: 127.0.0.1")
      .repeated("--allow-host", "NAME", options->allowed_hosts,
                "a name by which clients may call this server, besides localhost and IP addresses; may be repeated")
      .optional("--runs", "DIR", options->runs_folder, "folder of training runs; lets the page start and follow them")
      .repeated("--recipes", "DIR", options->recipe_folders,
                "folder of recipes for training runs; may be repeated; default: the recipes that come with the program")
      .count("--max-runs", options->max_runs, 1, 64, "maximum number of simultaneous training runs")
      .formerly("--most-runs")
      .optional("--token", "TOKEN", options->token,
                "token required to start and stop runs; default: no token, but only from this machine")
      .threads(options->threads)
      .note(
          "Examples: afterstate serve, and open http://127.0.0.1:2048\n"
          "          afterstate serve --db mini.db --runs runs\n"
          "docs/api.md describes the API.");
}

}  // namespace afterstate::app
