#include "train/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "base/error.h"
#include "base/json.h"
#include "os/atomic_file.h"
#include "train/folder_lock.h"
#include "train/live_file.h"
#include "train/recipe.h"
#include "train/run_progress.h"

namespace afterstate {

namespace {

constexpr auto log_name = "log.jsonl";
constexpr auto asked_name = "serve.json";

std::string text_of(const std::filesystem::path& path) {
  if (std::error_code odd; !std::filesystem::is_regular_file(path, odd)) return {};
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

/// The last non-empty line of the last few thousand bytes.
std::string last_line(const std::filesystem::path& path) {
  constexpr std::streamoff most = 8192;
  if (std::error_code odd; !std::filesystem::is_regular_file(path, odd)) return {};
  std::ifstream file{path, std::ios::binary | std::ios::ate};
  file.seekg(std::max<std::streamoff>(0, file.tellg() - most));
  std::string line;
  for (std::string next; std::getline(file, next);)
    if (!next.empty()) line = next;
  return line;
}

/// The keys of a log line that a learning curve needs; null if the line is half written.
Json measurement(const std::string& line) {
  const auto json = parse_json_or_null(line);
  if (!json.is_object()) return nullptr;
  return measurement_of(json);
}

}  // namespace

bool RunFolder::has(const char* name) const {
  std::error_code odd;
  return std::filesystem::exists(path_ / name, odd);
}

bool RunFolder::is_run() const {
  std::error_code odd;
  return std::filesystem::is_directory(path_, odd) &&
         (has_checkpoint() || has(asked_name) || has(log_name) || has_model());
}

std::string RunFolder::text(const char* name) const { return text_of(path_ / name); }

Json RunFolder::asked() const {
  auto json = parse_json_or_null(text(asked_name));
  return json.is_object() ? json : Json::object();
}

void RunFolder::write_asked(const Json& asked) const {
  AtomicFile file{path_ / asked_name};
  file.write(json_text(asked) + "\n");
  file.commit();
}

std::optional<pid_t> RunFolder::process() const { return lock_holder(path_); }

std::pair<std::string, std::string> RunFolder::fate() const {
  const auto result = parse_json_or_null(text_of(result_file()));
  if (result.is_object())
    return {result.contains("finished") && result["finished"] == true ? "finished" : "stopped", {}};
  const auto said = last_line(output_file());
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
    const auto recipe = parse_recipe(text_of(recipe_file()), "recipe.toml");
    json["description"] = recipe.description;
    json["board"] = name_of(recipe.network.size);
    json["budget"] = recipe.actions;
  } catch (const UserError&) {  // not written yet, or removed
    json["description"] = nullptr;
  }
  const auto wanted = asked();
  for (const auto& [field, key] :
       {std::pair{"recipe", "recipe"}, std::pair{"actions", "budget"}, std::pair{"started", "started"}})
    if (wanted.contains(field)) json[key] = wanted[field];
  json["measurements"] = std::ranges::count(text(log_name), '\n');
  json["latest"] = latest();
  json["output"] = worker ? last_line(output_file()) : "";
  json["progress"] = progress_of(worker ? read_live(path_) : Json{}, json["latest"], json.value("budget", Json{}),
                                 state == "finished");
  json["has_model"] = has_model();
  json["can_resume"] = !worker && has_checkpoint();
  return json;
}

Json RunFolder::latest() const { return measurement(last_line(path_ / log_name)); }

Json RunFolder::measurements(std::uint64_t from) const {
  auto all = Json::array();
  std::ifstream log{path_ / log_name};
  std::uint64_t number = 0;
  for (std::string line; std::getline(log, line); ++number) {
    if (number < from) continue;
    auto read = measurement(line);
    if (read.is_null()) break;
    all.push_back(std::move(read));
  }
  return all;
}

}  // namespace afterstate
