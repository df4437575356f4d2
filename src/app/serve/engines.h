// The engines of the server: one per board size, a value database (exact) or a model; value databases of the two-player
// game; and the models of training runs, which are loaded on request.
#pragma once

#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/json_fwd.h"
#include "engine/search_request.h"
#include "engine/session_pool.h"

namespace afterstate::app {

/// The maximum time of a search for a client.
inline constexpr std::uint64_t max_search_milliseconds = 2'000;

/// An engine, and the sessions that requests share.
class ServedEngine {
 public:
  explicit ServedEngine(const SharedEngine& engine);

  const std::string& name() const { return name_; }  ///< of its file, without the folder
  const Engine& engine() const { return sessions_.engine(); }
  const EngineInfo& info() const { return engine().info(); }
  Size size() const { return engine().size(); }
  const SessionPool& sessions() const { return sessions_; }

  /// The limits for a search by this engine.
  SearchLimits limits(std::uint64_t default_depth) const;

 private:
  std::string name_;
  SessionPool sessions_;
};

using SharedServedEngine = std::shared_ptr<const ServedEngine>;

/// Gives a deep search a time limit, and one with a time limit a table that it can fill in that time.
void bound_search(SearchPlan& plan);

class Engines {
 public:
  /// Adds an engine. Throws UserError if it is exact and its size already has an engine for the same game.
  void add(const SharedEngine& engine);

  /// The first engine added for the size. Throws UserError if there is none.
  const SharedServedEngine& of(Size size) const;

  /// For the two-player game: its value database of that rule, else the same as without a rule.
  const SharedServedEngine& of(Size size, DuelRule rule) const;

  /// Those of the one-player game, and those only for the two-player game.
  const std::vector<SharedServedEngine>& all() const { return engines_; }
  const std::vector<SharedServedEngine>& of_duels() const { return duel_engines_; }

  /// The output of `model info --json` for the model, its name, and the list of engines.
  Json to_json() const;

 private:
  std::vector<SharedServedEngine> engines_;
  std::vector<SharedServedEngine> duel_engines_;
};

/// Models of training runs: a cache of the most recently used.
class RunEngines {
 public:
  /// The engine of the current version of the file, loaded if necessary.
  SharedServedEngine load(const std::filesystem::path& path);

 private:
  struct Loaded {
    std::filesystem::path path;
    std::filesystem::file_time_type written;
    SharedServedEngine engine;
  };

  std::mutex mutex_;
  std::list<Loaded> loaded_;  ///< most recently used first
};

/// {"size", "kind", "name", "decimals"}, for a database "exact" and "objective", for one of the two-player game "duel".
Json to_json(const ServedEngine& engine);

}  // namespace afterstate::app
