// The folder of a training run as others see it: what the run learns, how far it is, and whether it is running. Anybody
// may have written what is in it: only regular files are read, and only as much of them as a run writes.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "base/json_fwd.h"

namespace afterstate {

class RunFolder {
 public:
  explicit RunFolder(std::filesystem::path path) : path_(std::move(path)) {}

  const std::filesystem::path& path() const { return path_; }
  std::string id() const { return path_.filename().string(); }

  /// Whether the folder contains a run. A link to a folder does not.
  bool is_run() const;

  /// What the run prints at its end, and while it is running.
  std::filesystem::path result_file() const { return path_ / "result.json"; }
  std::filesystem::path output_file() const { return path_ / "output.log"; }
  std::filesystem::path model_file() const { return path_ / "model.ast"; }
  std::filesystem::path recipe_file() const { return path_ / "recipe.toml"; }
  bool has_model() const { return has("model.ast"); }
  bool has_checkpoint() const { return has("checkpoint"); }

  /// Throws UserError if the folder contains a link, a pipe or a device, through which a resumed run could write.
  void check_only_files() const;

  /// How and when the run was started, {"recipe", "actions", "seed", "threads", "started"}; empty if it was started by
  /// hand.
  Json asked() const;
  void write_asked(const Json& asked) const;

  /// The process that trains in this folder.
  std::optional<pid_t> process() const;

  /// Everything but the measurements. `child` is the process of a run that was just started and has no lock yet.
  Json summary(std::optional<pid_t> child) const;

  /// The latest measurement; null if there is none.
  Json latest() const;

  /// The measurements from number `from` on, with the keys that a learning curve needs; of many, the first.
  Json measurements(std::uint64_t from) const;

  /// A file of the folder as text; empty if there is none. At most a megabyte is read.
  std::string text(const char* name) const;

 private:
  bool has(const char* name) const;
  /// Gives the number of lines that were visited.
  std::uint64_t for_each_log_line(const std::function<bool(const std::string&)>& visit) const;
  /// The state of a run that is not running, and an error if it failed.
  std::pair<std::string, std::string> fate() const;

  std::filesystem::path path_;
};

}  // namespace afterstate
