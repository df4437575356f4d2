// What the folder of a training run tells: what it learns, how far it is, and whether it is at work.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace afterstate::app {

class RunFolder {
 public:
  explicit RunFolder(std::filesystem::path path) : path_(std::move(path)) {}

  const std::filesystem::path& path() const { return path_; }
  std::string id() const { return path_.filename().string(); }

  /// Whether it is the folder of a run at all.
  bool is_run() const;

  /// What the run prints at its end, and while it is at work.
  std::filesystem::path result_file() const { return path_ / "result.json"; }
  std::filesystem::path output_file() const { return path_ / "output.log"; }
  std::filesystem::path model_file() const { return path_ / "model.ast"; }
  std::filesystem::path recipe_file() const { return path_ / "recipe.toml"; }
  bool has_model() const { return has("model.ast"); }
  bool has_checkpoint() const { return has("checkpoint"); }

  /// What it was started with and when, {"recipe", "actions", "seed", "started"}; empty where that was by hand.
  nlohmann::json asked() const;
  void write_asked(const nlohmann::json& asked) const;

  /// The process that learns in it.
  std::optional<pid_t> process() const;

  /// All but its measurements. `child` is the process where it is too young to be found by itself.
  nlohmann::ordered_json summary(std::optional<pid_t> child) const;

  /// From a number on, of each what a curve shows.
  nlohmann::ordered_json measurements(std::uint64_t from) const;

  /// A file of it as text, empty where there is none.
  std::string text(const char* name) const;

 private:
  bool has(const char* name) const;
  /// What has become of it: a state, and an error where it failed.
  std::pair<std::string, std::string> fate() const;

  std::filesystem::path path_;
};

}  // namespace afterstate::app
