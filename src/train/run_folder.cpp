#include "train/run_folder.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/json.h"
#include "os/atomic_file.h"
#include "os/regular_file.h"
#include "train/folder_lock.h"
#include "train/live_file.h"
#include "train/recipe.h"
#include "train/run_progress.h"

namespace afterstate {

namespace {

constexpr auto log_name = "log.jsonl";
constexpr auto asked_name = "serve.json";

// What is read of each file: anybody may have written it. The files of a run are far smaller.
constexpr std::size_t max_json = std::size_t{1} << 16;
constexpr std::size_t max_text = std::size_t{1} << 20;
constexpr std::size_t max_progress_line = 8192;
constexpr std::size_t max_log_line = std::size_t{1} << 18;
constexpr LineLimits log_limits{.bytes = std::uint64_t{1} << 26, .line = max_log_line};
constexpr std::uint64_t max_measurements = 20'000;  // per answer

/// The last non-empty line, if it is not longer than `most`.
std::string last_line(const std::filesystem::path& path, std::size_t most) {
  auto text = last_bytes(path, most);
  text.resize(text.find_last_not_of('\n') + 1);
  return text.substr(text.rfind('\n') + 1);
}

/// The keys of a log line that a learning curve needs; null if the line is half written.
Json measurement(const std::string& line) {
  const auto json = parse_json_or_null(line);
  if (!json.is_object() || !json.contains("actions")) return nullptr;
  return measurement_of(json);
}

}  // namespace

bool RunFolder::has(const char* name) const {
  std::error_code odd;
  return std::filesystem::is_regular_file(std::filesystem::symlink_status(path_ / name, odd));
}

bool RunFolder::is_run() const {
  std::error_code odd;
  return std::filesystem::is_directory(std::filesystem::symlink_status(path_, odd)) &&
         (has_checkpoint() || has(asked_name) || has(log_name) || has_model());
}

std::string RunFolder::text(const char* name) const { return first_bytes(path_ / name, max_text); }

void RunFolder::check_only_files() const {
  std::error_code gone;
  for (const auto& entry : std::filesystem::directory_iterator{path_, gone}) {
    std::error_code odd;
    if (const auto status = entry.symlink_status(odd); !is_regular_file(status) && !is_directory(status))
      throw UserError{fmt::format("'{}' in the folder of the run is a link or not a regular file; remove it first",
                                  entry.path().filename().string())};
  }
}

Json RunFolder::asked() const {
  auto json = parse_json_or_null(first_bytes(path_ / asked_name, max_json));
  return json.is_object() ? json : Json::object();
}

void RunFolder::write_asked(const Json& asked) const {
  AtomicFile file{path_ / asked_name};
  file.write(json_text(asked) + "\n");
  file.commit();
}

std::optional<pid_t> RunFolder::process() const { return lock_holder(path_); }

std::pair<std::string, std::string> RunFolder::fate() const {
  const auto result = parse_json_or_null(first_bytes(result_file(), max_json));
  if (result.is_object())
    return {result.contains("finished") && result["finished"] == true ? "finished" : "stopped", {}};
  const auto said = last_line(output_file(), max_progress_line);
  constexpr std::string_view error_mark = "afterstate: error: ";
  if (said.starts_with(error_mark)) return {"failed", said.substr(error_mark.size())};
  if (std::error_code odd; std::filesystem::exists(output_file(), odd))
    return {"failed", "the run ended without an error message; it may have been killed"};
  return {has_model() ? "finished" : "stopped", {}};  // started by hand
}

Json RunFolder::summary(std::optional<pid_t> child) const {
  const auto at_work = process();
  const auto worker = at_work ? at_work : child;
  const auto [state, error] = worker ? std::pair{std::string{"running"}, std::string{}} : fate();
  Json json{{"id", id()}, {"state", state}};
  if (!error.empty()) json["error"] = error;
  if (worker) json["process"] = *worker;
  try {
    const auto recipe = parse_recipe(text("recipe.toml"), "recipe.toml");
    json["description"] = recipe.description;
    json["board"] = name_of(recipe.network.size);
    json["budget"] = recipe.actions;
  } catch (const UserError&) {  // not written yet, or removed
    json["description"] = nullptr;
  }
  const auto wanted = asked();
  for (const auto& [field, key] :
       {std::pair{"recipe", "recipe"}, std::pair{"actions", "budget"}, std::pair{"started", "started"}})
    if (const auto value = wanted.find(field); value != wanted.end() && value->is_primitive()) json[key] = *value;
  json["measurements"] = for_each_log_line([](const std::string&) { return true; });
  json["latest"] = latest();
  json["output"] = worker ? last_line(output_file(), max_progress_line) : "";
  json["progress"] = progress_of(worker ? read_live(path_) : Json{}, json["latest"], json.value("budget", Json{}),
                                 state == "finished");
  json["has_model"] = has_model();
  json["can_resume"] = !worker && has_checkpoint();
  return json;
}

Json RunFolder::latest() const { return measurement(last_line(path_ / log_name, max_log_line)); }

Json RunFolder::measurements(std::uint64_t from) const {
  auto all = Json::array();
  std::uint64_t number = 0;
  for_each_log_line([&](const std::string& line) {
    if (number++ < from) return true;
    auto read = measurement(line);
    if (read.is_null() || all.size() >= max_measurements) return false;
    all.push_back(std::move(read));
    return true;
  });
  return all;
}

std::uint64_t RunFolder::for_each_log_line(const std::function<bool(const std::string&)>& visit) const {
  const auto log = RegularFile::open(path_ / log_name);
  std::uint64_t lines = 0;
  if (log)
    for_each_line(*log, log_limits, [&](const std::string& line) {
      ++lines;
      return visit(line);
    });
  return lines;
}

}  // namespace afterstate
