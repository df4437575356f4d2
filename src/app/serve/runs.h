// Training runs that the page starts, follows and stops: child processes `afterstate train`, each in a folder of its
// own. What a run is and whether it is at work is read from its folder, so that a server knows the runs of the one
// before.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "study/recipe.h"

namespace afterstate::app {

struct RunsOptions {
  std::filesystem::path folder;                       ///< of all runs
  std::vector<std::filesystem::path> recipe_folders;  ///< recipes come from nowhere else
  std::size_t most_at_once = 1;
};

class Runs {
 public:
  /// Makes the folder where it is not there; throws UserError where it cannot.
  explicit Runs(RunsOptions options);

  // What GET requests answer. A run or recipe that is not there throws HttpError.
  nlohmann::ordered_json recipes() const;
  nlohmann::ordered_json list();
  /// With the measurements from number `from` on, and its model card.
  nlohmann::ordered_json details(const std::string& id, std::uint64_t from);

  /// Starts {"recipe": NAME, "actions": N, "seed": S, "threads": T}, of which the recipe alone is needed.
  nlohmann::ordered_json start(const nlohmann::json& wanted);
  /// Asks it to save and stop, which takes a moment.
  nlohmann::ordered_json stop(const std::string& id);
  /// Goes on with {"actions": N}, the number in all, or as far as it was to go.
  nlohmann::ordered_json resume(const std::string& id, const nlohmann::json& wanted);

  /// Of a run that has one.
  std::filesystem::path model_of(const std::string& id) const;

 private:
  struct State;

  std::filesystem::path folder_of(const std::string& id) const;
  std::filesystem::path recipe_file(const std::string& name) const;
  State state_of(const std::filesystem::path& folder) const;
  nlohmann::ordered_json summary_of(const std::filesystem::path& folder) const;
  std::vector<std::filesystem::path> folders() const;
  void check_room();
  void check_resources(const Recipe& recipe) const;
  void launch(const std::filesystem::path& folder, std::vector<std::string> words);
  void forget_the_dead();

  RunsOptions options_;
  std::mutex mutex_;
  std::map<pid_t, std::filesystem::path>
      children_;  ///< that this server started and that may still be at work, and where
};

}  // namespace afterstate::app
