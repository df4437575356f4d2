#include "app/serve/runs.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <csignal>

#include "base/error.h"
#include "base/json.h"
#include "engine/analysis_request.h"
#include "http/error_response.h"
#include "os/machine.h"
#include "os/spawn_apart.h"
#include "os/threads.h"
#include "train/folder_lock.h"
#include "train/learning_speed.h"
#include "train/training.h"

namespace afterstate::app {

namespace {

constexpr std::uint64_t megabyte = 1'000'000;

/// With settings of the client, an error is theirs.
Recipe checked_recipe(const std::filesystem::path& file, const std::vector<std::string>& settings) {
  if (!settings.empty()) read_recipe(file);  // throws if the recipe itself is wrong
  try {
    return read_recipe(file, settings);
  } catch (const UserError& error) {
    if (settings.empty()) throw;
    throw RequestError{"set", error.what()};
  }
}

/// 0 if there is no such folder.
ino_t inode_of(const std::filesystem::path& folder) {
  struct stat status{};
  return ::stat(folder.c_str(), &status) == 0 ? status.st_ino : 0;
}

/// More threads than this only make a run slower.
std::uint64_t max_run_threads() {
  return std::min<std::uint64_t>(256, 4 * static_cast<std::uint64_t>(thread_count(0)));
}

/// Stops a run. Its process is held and looked at again, because another one may have got its number meanwhile.
void signal_training(pid_t process, const std::filesystem::path& folder) {
  const int held = static_cast<int>(::syscall(SYS_pidfd_open, process, 0));
  if (!trains_in(process, folder)) {
    if (held >= 0) ::close(held);
    return;
  }
  if (held < 0) {  // an old kernel
    ::kill(process, SIGINT);
    return;
  }
  ::syscall(SYS_pidfd_send_signal, held, SIGINT, nullptr, 0);
  ::close(held);
}

/// Pipes and devices would block the server. A link may lead to a file.
bool may_be_recipe(const std::filesystem::directory_entry& entry) {
  std::error_code odd;
  const auto type = entry.status(odd).type();
  return entry.path().extension() == ".toml" && (type == std::filesystem::file_type::regular || odd);
}

}  // namespace

Runs::Runs(RunsOptions options) : options_(std::move(options)) {
  std::error_code error;
  std::filesystem::create_directories(options_.folder, error);
  if (!std::filesystem::is_directory(options_.folder))
    throw UserError{fmt::format("--runs '{}': cannot create the folder; give another one", options_.folder.string())};
  options_.folder = std::filesystem::canonical(options_.folder);
  for (auto& folder : options_.recipe_folders) {
    if (!std::filesystem::is_directory(folder))
      throw UserError{fmt::format("--recipes '{}': there is no such folder", folder.string())};
    folder = std::filesystem::canonical(folder);
  }
}

Json Runs::recipes() {
  auto all = Json::array();
  const auto rates = known_rates();
  const auto lookup_rate = speed_.lookup_rate();
  for (const auto& [name, file] : recipe_files()) {
    Json json{{"name", name}};
    try {
      const auto recipe = read_recipe(file);
      const auto needed = resources_of(recipe, false);
      json.update({{"description", recipe.description},
                   {"board", name_of(recipe.network.size)},
                   {"actions", recipe.actions},
                   {"memory_mb", needed.memory / megabyte},
                   {"disk_mb", needed.disk / megabyte},
                   {"group", group_of(name, recipe)},
                   {"seconds", nullptr},
                   {"keys", editable_keys_json(recipe)},
                   {"text", to_toml(recipe)}});
      if (const auto rate = rates.find(name); rate != rates.end())
        json["seconds"] = estimated_seconds(recipe, rate->second);
      else if (lookup_rate)
        json["seconds"] = estimated_seconds(recipe, estimated_rate(recipe, *lookup_rate));
    } catch (const std::exception& error) {
      json["error"] = error.what();
    }
    all.push_back(std::move(json));
  }
  return {{"recipes", std::move(all)}, {"available_memory_mb", available_memory() / megabyte}};
}

Json Runs::list() {
  auto all = Json::array();
  for (const auto& folder : folders()) all.push_back(folder.summary(child_in(folder.path())));
  return {{"runs", std::move(all)}, {"most_at_once", options_.max_at_once}};
}

Json Runs::details(const std::string& id, std::uint64_t from) {
  const auto folder = folder_of(id);
  auto json = folder.summary(child_in(folder.path()));
  json["from"] = from;
  json["log"] = folder.measurements(from);
  json["recipe_text"] = folder.text("recipe.toml");
  json["card"] = folder.text("MODEL_CARD.md");
  return json;
}

Json Runs::start(const Json& wanted) {
  check_fields(wanted, std::array<std::string_view, 6>{"recipe", "actions", "seed", "threads", "name", "set"});
  const auto name = wanted.find("recipe");
  if (name == wanted.end() || !name->is_string())
    throw RequestError{"recipe", "recipe: give the name of a recipe; GET /api/v1/recipes lists them"};
  const auto files = recipe_files();
  const auto file = files.find(name->get<std::string>());
  if (file == files.end())
    throw HttpError{404,
                    fmt::format("there is no recipe '{}': GET /api/v1/recipes lists them", name->get<std::string>())};
  const auto settings = requested_settings(wanted);
  const auto recipe = checked_recipe(file->second, settings);
  const auto actions = whole_number(wanted, "actions", 1, max_actions).value_or(recipe.actions);
  const auto seed = whole_number(wanted, "seed", 0, 1ULL << 53U).value_or(1);
  const auto threads = whole_number(wanted, "threads", 0, max_run_threads()).value_or(0);
  const std::scoped_lock lock{starting_};
  check_room();
  check_resources(recipe);
  Path path;
  std::error_code taken;
  const auto in_use = [&] {  // also by a child whose folder was deleted
    return std::filesystem::exists(std::filesystem::symlink_status(path, taken)) ||
           std::ranges::any_of(children(), [&](const auto& child) { return child.second.folder == path; });
  };
  if (const auto run_name = requested_run_name(wanted)) path = unused_folder(*run_name);
  for (int number = 1; path.empty() || in_use(); ++number)
    path = options_.folder / fmt::format("{}-{}", file->second.stem().string(), number);
  std::filesystem::create_directories(path);
  const RunFolder folder{path};
  try {
    const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
    Json asked{{"recipe", *name},
               {"actions", actions},
               {"seed", seed},
               {"threads", threads},
               {"started", std::floor(now.count())}};
    if (!settings.empty()) asked["set"] = wanted["set"];
    folder.write_asked(asked);
    std::vector<std::string> words{file->second.string(), "--actions", std::to_string(actions), "--seed",
                                   std::to_string(seed),  "--threads", std::to_string(threads)};
    for (const auto& setting : settings) words.insert(words.end(), {"--set", setting});
    launch(folder, std::move(words));
  } catch (...) {
    std::filesystem::remove_all(path, taken);
    throw;
  }
  return {{"id", folder.id()}};
}

Json Runs::stop(const std::string& id) {
  const auto folder = folder_of(id);
  if (const auto child = child_in(folder.path()))
    ::kill(*child, SIGINT);  // a child that was not waited for keeps its number
  else if (const auto process = folder.process())
    signal_training(*process, folder.path());
  else
    throw HttpError{409, fmt::format("{} is not running", id)};
  return {{"id", id}, {"state", "stopping"}};
}

Json Runs::resume(const std::string& id, const Json& wanted) {
  check_fields(wanted, std::array<std::string_view, 1>{"actions"});
  const auto actions = whole_number(wanted, "actions", 1, max_actions);
  const std::scoped_lock lock{starting_};
  const auto folder = folder_of(id);
  if (folder.process() || child_in(folder.path())) throw HttpError{409, fmt::format("{} is already running", id)};
  if (!folder.has_checkpoint()) throw HttpError{409, fmt::format("{} has no checkpoint to resume from", id)};
  check_room();
  folder.check_only_files();
  check_resources(parse_recipe(folder.text("recipe.toml"), "recipe.toml"));
  auto asked = folder.asked();
  if (actions) {
    asked["actions"] = *actions;
    folder.write_asked(asked);
  }
  std::vector<std::string> words{folder.recipe_file().string(), "--resume"};
  if (const auto until = whole_number(asked, "actions", 1, max_actions))
    words.insert(words.end(), {"--actions", std::to_string(*until)});
  if (const auto threads = whole_number(asked, "threads", 0, max_run_threads()))
    words.insert(words.end(), {"--threads", std::to_string(*threads)});
  launch(folder, std::move(words));
  return {{"id", id}};
}

std::filesystem::path Runs::model_of(const std::string& id) const {
  const auto folder = folder_of(id);
  if (!folder.has_model())
    throw HttpError{404, fmt::format("{} has no model yet; it is written at the end of the run", id)};
  return folder.model_file();
}

std::vector<RunFolder> Runs::folders() const {
  std::vector<RunFolder> folders;
  std::error_code gone;
  for (const auto& entry : std::filesystem::directory_iterator{options_.folder, gone})
    if (const RunFolder folder{entry.path()}; folder.is_run()) folders.push_back(folder);
  std::ranges::sort(folders, {}, &RunFolder::path);
  return folders;
}

RunFolder Runs::folder_of(const std::string& id) const {
  // Compares with existing folders: input from a client never becomes a path.
  for (const auto& folder : folders())
    if (folder.id() == id) return folder;
  throw HttpError{404, fmt::format("there is no run '{}'; it may have been deleted", id)};
}

std::filesystem::path Runs::unused_folder(const std::string& name) const {
  auto path = options_.folder / name;
  if (std::error_code odd; std::filesystem::exists(std::filesystem::symlink_status(path, odd)))
    throw HttpError{409, fmt::format("'{}' exists already; give another name", name)};
  return path;
}

std::map<std::string, double> Runs::known_rates() const {
  std::map<std::string, double> rates;
  for (const auto& folder : folders()) {
    const auto asked = folder.asked();
    const bool is_typical = asked.value("threads", Json(0)) == 0 && !asked.contains("set");
    if (!is_typical || !asked.contains("recipe") || !asked["recipe"].is_string()) continue;
    const auto latest = folder.latest();
    if (!latest.is_object() || !latest["actions_per_second"].is_number()) continue;
    if (const double rate = latest["actions_per_second"].get<double>(); rate > 0) rates[asked["recipe"]] = rate;
  }
  return rates;
}

std::map<std::string, std::filesystem::path> Runs::recipe_files() const {
  std::map<std::string, Path> files;
  std::error_code gone;
  for (const auto& folder : options_.recipe_folders)
    for (const auto& entry : std::filesystem::recursive_directory_iterator{folder, gone})
      if (may_be_recipe(entry)) files.emplace(entry.path().lexically_relative(folder).generic_string(), entry.path());
  return files;
}

std::map<pid_t, Runs::Child> Runs::children() {
  const std::scoped_lock lock{mutex_};
  std::erase_if(children_, [](const auto& child) { return ::waitpid(child.first, nullptr, WNOHANG) != 0; });
  for (auto& [process, child] : children_)
    if (!child.told_to_stop && inode_of(child.folder) != child.inode) {
      ::kill(process, SIGTERM);  // a child that was not waited for keeps its number
      child.told_to_stop = true;
    }
  return children_;
}

std::optional<pid_t> Runs::child_in(const Path& folder) {
  for (const auto& [process, child] : children())
    if (child.folder == folder && inode_of(folder) == child.inode) return process;
  return std::nullopt;
}

void Runs::check_room() {
  std::map<pid_t, Path> running;
  for (const auto& [process, child] : children()) running[process] = child.folder;
  for (const auto& folder : folders())
    if (const auto process = folder.process()) running[*process] = folder.path();
  if (running.size() >= options_.max_at_once)
    throw HttpError{409, fmt::format("{} is running: stop it first, or start the server with --max-runs {}",
                                     running.begin()->second.filename().string(), options_.max_at_once + 1)};
}

void Runs::check_resources(const Recipe& recipe) const {
  try {
    afterstate::check_resources(resources_of(recipe, false), options_.folder);
  } catch (const UserError& error) {
    throw HttpError{409, error.what()};
  }
}

void Runs::launch(const RunFolder& folder, std::vector<std::string> words) {
  words.insert(words.begin(), "train");
  words.insert(words.end(), {"--out", folder.path().string(), "--json", "--live"});
  const auto child = spawn_apart(std::move(words), folder.result_file(), folder.output_file());
  const std::scoped_lock lock{mutex_};
  children_[child] = {folder.path(), inode_of(folder.path())};
}

}  // namespace afterstate::app
