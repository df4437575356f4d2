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

#include "app/serve/run_folder.h"
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
  using Path = std::filesystem::path;

  std::vector<RunFolder> folders() const;
  RunFolder folder_of(const std::string& id) const;
  /// By their names, in all folders of recipes; of two with one name the first.
  std::map<std::string, Path> recipe_files() const;
  /// Those that are still at work, and where.
  std::map<pid_t, Path> children();
  std::optional<pid_t> child_in(const Path& folder);
  void check_room();
  void check_resources(const Recipe& recipe) const;
  void launch(const RunFolder& folder, std::vector<std::string> words);

  RunsOptions options_;
  std::mutex starting_;             ///< one at a time
  std::mutex mutex_;                ///< for what follows
  std::map<pid_t, Path> children_;  ///< that this server started
};

}  // namespace afterstate::app
