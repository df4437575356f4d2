// afterstate serve: the page in the browser, and an API for other programs.
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdio>
#include <memory>

#include "app/command_line.h"
#include "app/default_model.h"
#include "app/serve/api.h"
#include "app/serve/http_server.h"
#include "app/serve/judges.h"
#include "app/serve/page.h"
#include "app/serve/runs.h"
#include "app/stopping.h"
#include "base/error.h"
#include "base/threads.h"

namespace afterstate::app {

namespace {

struct ServeOptions {
  std::string model_path;
  std::vector<std::string> database_paths;
  std::uint64_t port = 2048;
  std::string host = "127.0.0.1";
  std::string runs_folder;
  std::vector<std::string> recipe_folders;
  std::uint64_t most_runs = 1;
  std::string token;
  int threads = 0;
};

/// Databases first: they are exact.
Judges load_judges(const ServeOptions& options) {
  Judges judges;
  for (const auto& path : options.database_paths) judges.load_database(path);
  if (!options.model_path.empty())
    judges.load_model(options.model_path);
  else if (options.database_paths.empty())
    judges.load_model(default_model({}, "give --model FILE, or --db FILE for a solved small board"));
  else if (const auto found = find_default_model())
    judges.load_model(*found);
  return judges;
}

/// Nothing where no folder for runs is named.
std::unique_ptr<Runs> make_runs(const ServeOptions& options) {
  if (options.runs_folder.empty()) {
    if (!options.recipe_folders.empty() || !options.token.empty())
      throw UserError{"--recipes and --token are for training runs: give --runs DIR, where they are kept"};
    return nullptr;
  }
  RunsOptions runs{options.runs_folder, {}, options.most_runs};
  runs.recipe_folders.assign(options.recipe_folders.begin(), options.recipe_folders.end());
  if (const auto found = find_recipes(); found && runs.recipe_folders.empty()) runs.recipe_folders.emplace_back(*found);
  return std::make_unique<Runs>(std::move(runs));
}

/// As many open files as the machine allows: each client is one.
std::size_t most_open_files() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

HttpLimits limits() {
  constexpr std::size_t files_of_our_own = 64;
  constexpr std::size_t longest_record = 1'000'000;
  HttpLimits limits;
  const auto files = most_open_files();
  if (files < 2 * files_of_our_own)
    throw UserError{fmt::format("{} open files are too few to serve; raise the limit (ulimit -n)", files)};
  limits.connections = std::min(limits.connections, files - files_of_our_own);
  limits.larger_bodies = {{"/api/v1/review", longest_record}};
  return limits;
}

int run_serve(const ServeOptions& options) {
  const auto stop = stop_on_signals();
  const auto runs = make_runs(options);
  const auto judges = load_judges(options);
  const Page page;
  HttpServer server{options.host, static_cast<std::uint16_t>(options.port), limits()};
  Api api{judges, runs.get(), options.token, thread_count(options.threads)};
  const bool ipv6 = options.host.find(':') != std::string::npos;
  fmt::print("Afterstate is at http://{}:{}\n", ipv6 ? fmt::format("[{}]", options.host) : options.host, server.port());
  const auto known = judges.to_json();
  for (const auto& judge : known["judges"])
    fmt::print("  {} is judged by {}{}\n", judge["size"].get<std::string>(), judge["name"].get<std::string>(),
               judge["kind"] == "database" ? ", exactly" : "");
  fmt::print("Ctrl-C stops it.\n");
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
  line.add("serve", "play, analyse, watch and train in the browser; an API for other programs",
           [options] { return run_serve(*options); })
      .optional("--model", "FILE", options->model_path,
                "the model that judges; without, the one that comes with the program")
      .repeated("--db", "FILE", options->database_paths, "a value database, which judges its size of board exactly")
      .count("--port", options->port, 0, 65'535, "where it listens; 0 for any that is free")
      .optional("--host", "HOST", options->host,
                "127.0.0.1, this machine alone, without this; 0.0.0.0 for all that reach it")
      .optional("--runs", "DIR", options->runs_folder, "where training runs are kept that the page starts and follows")
      .repeated("--recipes", "DIR", options->recipe_folders,
                "where their recipes come from; without, the recipes that come with the program")
      .count("--most-runs", options->most_runs, 1, 64, "so many may run at once")
      .optional("--token", "TOKEN", options->token,
                "whoever has it may start and stop runs; without, whoever is on this machine")
      .threads(options->threads)
      .note(
          "Examples: afterstate serve, and open http://127.0.0.1:2048\n"
          "          afterstate serve --db mini.db --runs runs\n"
          "docs/api.md says what the API answers.");
}

}  // namespace afterstate::app
