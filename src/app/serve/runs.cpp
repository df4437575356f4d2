#include "app/serve/runs.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iterator>

#include "app/question.h"
#include "app/serve/error_response.h"
#include "app/serve/folder_lock.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "base/machine.h"
#include "study/training.h"

namespace afterstate::app {

namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;
using Path = std::filesystem::path;

constexpr std::uint64_t most_actions = 1'000'000'000'000'000;
constexpr std::uint64_t megabyte = 1'000'000;

// Files of a run that are the server's own, beside those of `afterstate train`.
constexpr auto asked_file = "serve.json";    ///< what it was started with
constexpr auto result_file = "result.json";  ///< what it printed at its end
constexpr auto output_file = "output.log";   ///< its progress and errors

std::string text_of(const Path& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

/// The last line that is not empty.
std::string last_line(const std::string& text) {
  const auto end = text.find_last_not_of("\r\n");
  if (end == std::string::npos) return {};
  const auto begin = text.find_last_of("\r\n", end);
  return text.substr(begin == std::string::npos ? 0 : begin + 1,
                     end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

/// A whole number, which may be written 1e8, where it is there.
std::optional<std::uint64_t> whole_number(const Json& json, const char* field, std::uint64_t least,
                                          std::uint64_t most) {
  const auto found = json.find(field);
  if (found == json.end() || found->is_null()) return std::nullopt;
  const double number = found->is_number() ? found->get<double>() : -1;
  const bool is_whole = number == std::floor(number);
  if (!is_whole || number < static_cast<double>(least) || number > static_cast<double>(most))
    throw QuestionError{field, fmt::format("{}: give a whole number from {} to {}", field, least, most)};
  return static_cast<std::uint64_t>(number);
}

void check_fields(const Json& json, std::initializer_list<std::string_view> known) {
  for (const auto& [field, value] : json.items())
    if (std::ranges::find(known, field) == known.end())
      throw QuestionError{field, fmt::format("unknown field '{}': give {}", field, fmt::join(known, ", "))};
}

/// Lines of log.jsonl from a number on, of each what a curve shows; the last may be half written.
OrderedJson measurements(const Path& folder, std::uint64_t from) {
  auto lines = OrderedJson::array();
  std::ifstream log{folder / "log.jsonl"};
  std::uint64_t number = 0;
  for (std::string line; std::getline(log, line); ++number) {
    if (number < from) continue;
    const auto json = Json::parse(line, nullptr, false);
    if (!json.is_object()) break;
    OrderedJson kept;
    for (const auto* const key : {"actions", "seconds", "mean", "ci95", "games"}) kept[key] = json.value(key, Json{});
    lines.push_back(std::move(kept));
  }
  return lines;
}

/// Starts a process that this one does not take with it when it ends, with its output in files of the folder.
pid_t spawn_apart(const std::vector<std::string>& words, const Path& folder) {
  std::vector<char*> arguments;
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  constexpr int writing = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, (folder / result_file).c_str(), writing, 0644);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, (folder / output_file).c_str(), writing, 0644);
  posix_spawn_file_actions_addclosefrom_np(&files, 3);  // the port must be free again when this process ends
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  pid_t child = 0;
  const int error = ::posix_spawn(&child, words[0].c_str(), &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) throw Failure{fmt::format("the run could not be started: {}", std::strerror(error))};
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(child), 10);  // whoever plays or asks comes first
  return child;
}

}  // namespace

/// What has become of a run.
struct Runs::State {
  std::string name;                ///< running, stopped, finished or failed
  std::string error{};             ///< of one that failed
  std::optional<pid_t> process{};  ///< of one that is at work
};

Runs::Runs(RunsOptions options) : options_(std::move(options)) {
  std::error_code error;
  std::filesystem::create_directories(options_.folder, error);
  if (!std::filesystem::is_directory(options_.folder))
    throw UserError{fmt::format("--runs '{}': cannot make that folder", options_.folder.string())};
  options_.folder = std::filesystem::canonical(options_.folder);
  for (auto& folder : options_.recipe_folders) {
    if (!std::filesystem::is_directory(folder))
      throw UserError{fmt::format("--recipes '{}': there is no such folder", folder.string())};
    folder = std::filesystem::canonical(folder);
  }
}

OrderedJson Runs::recipes() const {
  std::map<std::string, OrderedJson> by_name;
  for (const auto& folder : options_.recipe_folders)
    for (const auto& entry : std::filesystem::recursive_directory_iterator{folder}) {
      if (entry.path().extension() != ".toml") continue;
      const auto name = std::filesystem::relative(entry.path(), folder).generic_string();
      const auto [place, is_new] = by_name.emplace(name, OrderedJson{{"name", name}});
      if (!is_new) continue;
      auto& json = place->second;
      try {
        const auto recipe = read_recipe(entry.path());
        const auto needed = resources_of(recipe, false);
        json.update({{"description", recipe.description},
                     {"board", name_of(recipe.network.size)},
                     {"actions", recipe.actions},
                     {"memory_mb", needed.memory / megabyte},
                     {"disk_mb", needed.disk / megabyte},
                     {"text", to_toml(recipe)}});
      } catch (const UserError& error) {
        json["error"] = error.what();
      }
    }
  auto all = OrderedJson::array();
  for (auto& [name, json] : by_name) all.push_back(std::move(json));
  return {{"recipes", std::move(all)}, {"available_memory_mb", available_memory() / megabyte}};
}

OrderedJson Runs::list() {
  const std::scoped_lock lock{mutex_};
  forget_the_dead();
  auto all = OrderedJson::array();
  for (const auto& folder : folders()) all.push_back(summary_of(folder));
  return {{"runs", std::move(all)}, {"most_at_once", options_.most_at_once}};
}

OrderedJson Runs::details(const std::string& id, std::uint64_t from) {
  const std::scoped_lock lock{mutex_};
  forget_the_dead();
  const auto folder = folder_of(id);
  auto json = summary_of(folder);
  json["from"] = from;
  json["log"] = measurements(folder, from);
  json["recipe_text"] = text_of(folder / "recipe.toml");
  json["card"] = text_of(folder / "MODEL_CARD.md");
  return json;
}

OrderedJson Runs::start(const Json& wanted) {
  check_fields(wanted, {"recipe", "actions", "seed", "threads"});
  const auto name = wanted.value("recipe", Json{});
  if (!name.is_string())
    throw QuestionError{"recipe", "recipe: give the name of one, as GET /api/v1/recipes lists them"};
  const auto file = recipe_file(name.get<std::string>());
  const auto recipe = read_recipe(file);
  const auto actions = whole_number(wanted, "actions", 1, most_actions).value_or(recipe.actions);
  const auto seed = whole_number(wanted, "seed", 0, 1ULL << 53U).value_or(1);
  const auto threads = whole_number(wanted, "threads", 0, 1024).value_or(0);
  const std::scoped_lock lock{mutex_};
  check_room();
  check_resources(recipe);
  Path folder;
  int number = 1;
  do {
    folder = options_.folder / fmt::format("{}-{}", file.stem().string(), number++);
  } while (!std::filesystem::create_directory(folder));
  AtomicFile asked{folder / asked_file};
  asked.write(OrderedJson{{"recipe", name}, {"actions", actions}, {"seed", seed}}.dump() + "\n");
  asked.commit();
  launch(folder, {file.string(), "--actions", std::to_string(actions), "--seed", std::to_string(seed), "--threads",
                  std::to_string(threads)});
  return {{"id", folder.filename().string()}};
}

OrderedJson Runs::stop(const std::string& id) {
  const std::scoped_lock lock{mutex_};
  const auto folder = folder_of(id);
  const auto state = state_of(folder);
  if (!state.process) throw HttpError{409, fmt::format("{} is not running", id)};
  ::kill(*state.process, SIGINT);
  return {{"id", id}, {"state", "stopping"}};
}

OrderedJson Runs::resume(const std::string& id, const Json& wanted) {
  check_fields(wanted, {"actions"});
  const auto actions = whole_number(wanted, "actions", 1, most_actions);
  const std::scoped_lock lock{mutex_};
  const auto folder = folder_of(id);
  if (state_of(folder).process) throw HttpError{409, fmt::format("{} is running already", id)};
  if (!std::filesystem::exists(folder / "checkpoint"))
    throw HttpError{409, fmt::format("{} has no checkpoint to go on from", id)};
  check_room();
  auto asked = Json::parse(text_of(folder / asked_file), nullptr, false);
  if (!asked.is_object()) asked = Json::object();
  const auto file = folder / "recipe.toml";
  const auto until = actions.value_or(asked.value("actions", std::uint64_t{0}));
  if (actions) {
    asked["actions"] = *actions;
    AtomicFile kept{folder / asked_file};
    kept.write(asked.dump() + "\n");
    kept.commit();
  }
  std::vector<std::string> words{file.string(), "--resume"};
  if (until > 0) words.insert(words.end(), {"--actions", std::to_string(until)});
  launch(folder, std::move(words));
  return {{"id", id}};
}

Path Runs::model_of(const std::string& id) const {
  const auto path = folder_of(id) / "model.ast";
  if (!std::filesystem::exists(path))
    throw HttpError{404, fmt::format("{} has no model yet: it is written at the end", id)};
  return path;
}

std::vector<Path> Runs::folders() const {
  std::vector<Path> folders;
  std::error_code gone;
  for (const auto& entry : std::filesystem::directory_iterator{options_.folder, gone}) {
    const auto has = [&](const char* name) { return std::filesystem::exists(entry.path() / name); };
    if (entry.is_directory(gone) && (has("checkpoint") || has(asked_file) || has("log.jsonl") || has("model.ast")))
      folders.push_back(entry.path());
  }
  std::ranges::sort(folders);
  return folders;
}

Path Runs::folder_of(const std::string& id) const {
  // By comparing with what is there: nothing that somebody sends becomes a path.
  for (const auto& folder : folders())
    if (folder.filename() == id) return folder;
  throw HttpError{404, fmt::format("there is no run '{}' (any more)", id)};
}

Path Runs::recipe_file(const std::string& name) const {
  for (const auto& folder : options_.recipe_folders)
    for (const auto& entry : std::filesystem::recursive_directory_iterator{folder})
      if (entry.path().extension() == ".toml" &&
          std::filesystem::relative(entry.path(), folder).generic_string() == name)
        return entry.path();
  throw HttpError{404, fmt::format("there is no recipe '{}': GET /api/v1/recipes lists them", name)};
}

Runs::State Runs::state_of(const Path& folder) const {
  if (const auto process = lock_holder(folder)) return {.name = "running", .process = process};
  for (const auto& [child, its_folder] : children_)
    if (its_folder == folder) return {.name = "running", .process = child};  // and has not come to lock it
  const auto result = Json::parse(text_of(folder / result_file), nullptr, false);
  if (result.is_object()) return {.name = result.value("finished", false) ? "finished" : "stopped"};
  const auto said = last_line(text_of(folder / output_file));
  constexpr std::string_view error_mark = "afterstate: error: ";
  if (said.starts_with(error_mark)) return {.name = "failed", .error = said.substr(error_mark.size())};
  if (std::filesystem::exists(folder / output_file))
    return {.name = "failed", .error = "the run ended without a word; it may have been killed"};
  return {.name = std::filesystem::exists(folder / "model.ast") ? "finished" : "stopped"};  // started by hand
}

OrderedJson Runs::summary_of(const Path& folder) const {
  const auto state = state_of(folder);
  const auto asked = Json::parse(text_of(folder / asked_file), nullptr, false);
  OrderedJson json{{"id", folder.filename().string()}, {"state", state.name}};
  if (!state.error.empty()) json["error"] = state.error;
  if (state.process) json["process"] = *state.process;
  try {
    const auto recipe = parse_recipe(text_of(folder / "recipe.toml"), "recipe.toml");
    json["description"] = recipe.description;
    json["board"] = name_of(recipe.network.size);
    json["budget"] = recipe.actions;
  } catch (const UserError&) {  // it has not come so far, or the file is gone
    json["description"] = nullptr;
  }
  if (asked.is_object()) {
    json["recipe"] = asked.value("recipe", Json{});
    json["budget"] = asked.value("actions", Json{});
  }
  const auto log = measurements(folder, 0);
  json["measurements"] = log.size();
  json["latest"] = log.empty() ? OrderedJson() : log.back();
  json["progress"] = state.process ? last_line(text_of(folder / output_file)) : "";
  json["has_model"] = std::filesystem::exists(folder / "model.ast");
  json["can_resume"] = !state.process && std::filesystem::exists(folder / "checkpoint");
  return json;
}

void Runs::check_room() {
  forget_the_dead();
  auto running = children_;
  for (const auto& folder : folders())
    if (const auto process = lock_holder(folder)) running[*process] = folder;
  if (running.size() >= options_.most_at_once)
    throw HttpError{409, fmt::format("{} is running: stop it first, or start the server with --most-runs {}",
                                     running.begin()->second.filename().string(), options_.most_at_once + 1)};
}

void Runs::check_resources(const Recipe& recipe) const {
  try {
    afterstate::check_resources(resources_of(recipe, false), options_.folder);
  } catch (const UserError& error) {
    throw HttpError{409, error.what()};
  }
}

void Runs::launch(const Path& folder, std::vector<std::string> words) {
  words.insert(words.begin(), {program_path().string(), "train"});
  words.insert(words.end(), {"--out", folder.string(), "--json"});
  children_[spawn_apart(words, folder)] = folder;
}

void Runs::forget_the_dead() {
  std::erase_if(children_, [](const auto& child) { return ::waitpid(child.first, nullptr, WNOHANG) != 0; });
}

}  // namespace afterstate::app
