#include "app/engine_options.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "engine/load_engine.h"

namespace afterstate::app {

namespace {

constexpr auto perfect_player = "perfect";

}  // namespace

void add_engine_options(Command& command, EngineOptions& options) {
  command.optional("--model", "ENGINE", options.model, "engine to use: " + engine_help() + "; default: default")
      .optional("--db", "FILE", options.database, "value database to use instead, for exact values")
      .optional("--endgame", "DIR", options.endgame, endgame_help);
}

std::string engine_spec(const EngineOptions& options) {
  // --player perfect --db FILE is an old form of --db FILE.
  const bool perfect = options.player == perfect_player;
  if (perfect && options.database.empty())
    throw UserError{"--player perfect needs a value database: add --db FILE, a file written by 'afterstate solve'"};
  std::vector<std::pair<std::string, std::string>> named;
  if (!options.engine.empty()) named.emplace_back(fmt::format("'{}'", options.engine), options.engine);
  if (!options.model.empty()) named.emplace_back("--model", options.model);
  if (!options.player.empty() && !perfect) named.emplace_back("--player", options.player);
  if (!options.database.empty()) named.emplace_back("--db", "perfect:" + options.database);
  if (named.size() > 1)
    throw UserError{fmt::format("{} and {} both name an engine: give one of them{}", named[0].first, named[1].first,
                                named[0].first == "'" + options.engine + "'" ? ", or compare two with 'match'" : "")};
  return named.empty() ? std::string{} : named.front().second;
}

SharedEngine load_chosen_engine(const EngineOptions& options, const std::optional<Size>& size, int threads,
                                EngineRoles roles) {
  const auto spec = engine_spec(options);
  const LoadPlan plan{threads, options.endgame};
  auto engine = spec.empty()
                    ? load_default_engine(size, "give --model FILE, or --db FILE for a solved small board", plan)
                    : (roles == EngineRoles::any ? load_duel_engine : load_engine)(spec, plan);
  check_size(*engine, size);
  return engine;
}

}  // namespace afterstate::app
