// Training runs that the page starts, follows and stops: child processes `afterstate train`, each in its own folder.
// The state of a run is read from its folder, so that a restarted server knows the runs of the previous one.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "app/serve/recipe_list.h"
#include "base/json_fwd.h"
#include "train/recipe.h"
#include "train/run_folder.h"

namespace afterstate::app {

struct RunsOptions {
  std::filesystem::path folder;                       ///< of all runs
  std::vector<std::filesystem::path> recipe_folders;  ///< the only sources of recipes
  std::size_t max_at_once = 1;
};

class Runs {
 public:
  /// Creates the folder if necessary. Throws UserError if it cannot be created.
  explicit Runs(RunsOptions options);

  // Answers to GET requests. Throw HttpError if there is no such run or recipe.
  Json recipes();
  Json list();
  /// Includes the measurements from number `from` on and the model card.
  Json details(const std::string& id, std::uint64_t from);

  /// Starts {"recipe": NAME, "actions": N, "seed": S, "threads": T, "name": ID, "set": {KEY: VALUE}}, of which only the
  /// recipe is required.
  Json start(const Json& wanted);
  /// Asks the run to save and stop; returns before it has.
  Json stop(const std::string& id);
  /// Resumes up to {"actions": N} in total, or up to its previous goal.
  Json resume(const std::string& id, const Json& wanted);

  // The following are in run_edits.cpp.
  /// Renames a run that is not running to {"name": NEW}.
  Json rename(const std::string& id, const Json& wanted);
  /// Deletes the folder of a run that is not running.
  Json remove(const std::string& id, const Json& wanted);
  /// The files that can be downloaded: [{"name", "bytes"}].
  Json files(const std::string& id) const;
  /// The folder of a run that has such a file. Throws HttpError if it has none.
  std::filesystem::path folder_with(const std::string& id, const std::string& name) const;
  /// The game of a run that is training (docs/api.md).
  Json live(const std::string& id);

  /// The model file of a run. Throws HttpError if it has none.
  std::filesystem::path model_of(const std::string& id) const;

 private:
  using Path = std::filesystem::path;

  std::vector<RunFolder> folders() const;
  RunFolder folder_of(const std::string& id) const;
  /// The folder of a run that is not running. Throws HttpError if it is running.
  RunFolder idle_folder(const std::string& id);
  /// The path for a new run of that name. Throws HttpError if it is taken.
  Path unused_folder(const std::string& name) const;
  /// Actions per second of earlier runs with all cores, by the name of the recipe.
  std::map<std::string, double> known_rates() const;
  /// Recipes in all recipe folders, by name; of two with the same name, the first.
  std::map<std::string, Path> recipe_files() const;
  /// A child process and its folder. The inode tells the folder from a later one of the same name.
  struct Child {
    Path folder;
    ino_t inode;
    bool told_to_stop = false;
  };

  /// Child processes that are still running. Those whose folder was deleted are told to stop: nothing that they learn
  /// could be saved.
  std::map<pid_t, Child> children();
  std::optional<pid_t> child_in(const Path& folder);
  void check_room();
  void check_resources(const Recipe& recipe) const;
  void launch(const RunFolder& folder, std::vector<std::string> words);

  RunsOptions options_;
  std::mutex starting_;              ///< held while a run is started or resumed
  std::mutex mutex_;                 ///< protects children_
  std::map<pid_t, Child> children_;  ///< started by this server
  MachineSpeed speed_;
};

/// The field "name" of a request: the name of a run, which becomes that of its folder. Throws RequestError.
std::optional<std::string> requested_run_name(const Json& json);

}  // namespace afterstate::app
