// Changes to runs that are not running, and their files: rename, delete, list, download, and the live view.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/serve/runs.h"
#include "base/json.h"
#include "engine/analysis_request.h"
#include "http/error_response.h"
#include "train/live_file.h"

namespace afterstate::app {

namespace {

constexpr std::size_t max_run_name = 64;

/// A name becomes a folder: nothing in it may have a meaning in a path or be unprintable.
bool is_run_name(std::string_view name) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.' || c == ' ';
  };
  return !name.empty() && name.size() <= max_run_name && std::ranges::all_of(name, allowed) && name.front() != '.' &&
         name.front() != '-' && name.front() != ' ' && name.back() != ' ';
}

/// What a client may download from the folder of a run.
bool is_downloadable(const std::filesystem::directory_entry& entry) {
  constexpr std::array<std::string_view, 9> names{"model.ast",     "attacker.ast", "defender.ast",
                                                  "checkpoint",    "log.jsonl",    "recipe.toml",
                                                  "MODEL_CARD.md", "result.json",  "output.log"};
  const auto name = entry.path().filename().string();
  const bool is_ours = std::ranges::find(names, name) != names.end() || name.starts_with("events.out.tfevents.");
  std::error_code odd;
  return is_ours && std::filesystem::is_regular_file(entry.symlink_status(odd));
}

}  // namespace

std::optional<std::string> requested_run_name(const Json& json) {
  const auto name = json.find("name");
  if (name == json.end() || name->is_null()) return std::nullopt;
  if (!name->is_string() || !is_run_name(name->get_ref<const std::string&>()))
    throw RequestError{"name", fmt::format("name: give 1 to {} letters, digits, spaces, '-', '_' or '.', the first of "
                                           "which is a letter, a digit or '_'",
                                           max_run_name)};
  return name->get<std::string>();
}

RunFolder Runs::idle_folder(const std::string& id) {
  const auto folder = folder_of(id);
  if (folder.process() || child_in(folder.path()))
    throw HttpError{409, fmt::format("{} is running: stop it first", id)};
  return folder;
}

Json Runs::rename(const std::string& id, const Json& wanted) {
  check_fields(wanted, std::array<std::string_view, 1>{"name"});
  const auto name = requested_run_name(wanted);
  if (!name) throw RequestError{"name", "name: give the new name of the run"};
  const std::scoped_lock lock{starting_};
  const auto folder = idle_folder(id);
  if (*name == id) return {{"id", id}};
  const auto target = unused_folder(*name);
  std::error_code error;
  std::filesystem::rename(folder.path(), target, error);
  if (error) throw HttpError{409, fmt::format("{} cannot be renamed: {}", id, error.message())};
  return {{"id", *name}};
}

Json Runs::remove(const std::string& id, const Json& wanted) {
  check_fields(wanted, {});
  const std::scoped_lock lock{starting_};
  const auto folder = idle_folder(id);
  std::error_code error;
  // A run makes files only: a folder in it is somebody's.
  for (const auto& entry : std::filesystem::directory_iterator{folder.path(), error})
    if (std::filesystem::is_directory(entry.symlink_status(error)))
      throw HttpError{409, fmt::format("{} contains the folder '{}', which is not part of a run; delete it by hand", id,
                                       entry.path().filename().string())};
  std::filesystem::remove_all(folder.path(), error);
  if (error) throw HttpError{409, fmt::format("{} cannot be deleted: {}", id, error.message())};
  return {{"id", id}, {"state", "deleted"}};
}

Json Runs::files(const std::string& id) const {
  std::map<std::string, std::uint64_t> bytes;
  std::error_code gone;
  for (const auto& entry : std::filesystem::directory_iterator{folder_of(id).path(), gone})
    if (is_downloadable(entry)) bytes[entry.path().filename().string()] = entry.file_size(gone);
  auto files = Json::array();
  for (const auto& [name, size] : bytes) files.push_back({{"name", name}, {"bytes", size}});
  return files;
}

std::filesystem::path Runs::folder_with(const std::string& id, const std::string& name) const {
  auto folder = folder_of(id).path();
  std::error_code gone;
  for (const auto& entry : std::filesystem::directory_iterator{folder, gone})
    if (is_downloadable(entry) && entry.path().filename() == name) return folder;
  throw HttpError{404, fmt::format("{} has no file '{}' to download; GET /api/v1/runs/ID/files lists them", id, name)};
}

Json Runs::live(const std::string& id) {
  const auto folder = folder_of(id);
  if (!folder.process() && !child_in(folder.path()))
    throw HttpError{404, fmt::format("{} is not training; only a run that is training can be watched", id)};
  auto live = read_live(folder.path());
  if (!live.is_object() || !live["live"].is_object())
    throw HttpError{404, fmt::format("{} shows no game: it has just started, or it was started without --live", id)};
  return live["live"];
}

}  // namespace afterstate::app
