#include "engine/load_engine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/nearest.h"
#include "engine/builtin_players.h"
#include "engine/checks.h"
#include "engine/database_engine.h"
#include "engine/default_model.h"
#include "engine/network_engine.h"

namespace afterstate {

namespace {

/// A kind of file, recognised by its first bytes.
struct FileKind {
  std::string_view magic;
  SharedEngine (*load)(const std::string& path, const std::string& name, const LoadPlan& plan);
};

constexpr std::array file_kinds{
    FileKind{"AFTSTATE", load_network_engine},
    FileKind{"AFTVALUE", load_database_engine},
};

constexpr std::string_view default_name = "default";
constexpr std::string_view strong_name = "strong";
constexpr std::string_view perfect_prefix = "perfect:";

[[noreturn]] void throw_unknown(const std::string& spec) {
  std::vector<std::string> names{std::string{default_name}};
  for (const auto& player : builtin_players) names.emplace_back(player.name);
  throw UserError{fmt::format("unknown engine '{}'{}: there is no such file; give a file, {}", spec,
                              did_you_mean(spec, names), fmt::join(names, ", "))};
}

SharedEngine load_file(const std::string& path, const std::string& name, const LoadPlan& plan) {
  if (std::error_code odd; std::filesystem::is_directory(path, odd))
    throw UserError{fmt::format("'{}' is a folder; give a model, checkpoint or value database in it", path)};
  if (std::error_code odd; !std::filesystem::is_regular_file(path, odd))  // opening a pipe would block
    throw UserError{fmt::format("'{}' is not a regular file; give a model, checkpoint or value database", path)};
  std::ifstream file{path, std::ios::binary};
  if (!file) throw UserError{fmt::format("cannot read '{}'; check its permissions", path)};
  std::array<char, 8> head{};
  file.read(head.data(), head.size());
  const std::string_view magic{head.data(), static_cast<std::size_t>(file.gcount())};
  for (const auto& kind : file_kinds)
    if (magic == kind.magic) return kind.load(path, name, plan);
  throw Failure{fmt::format("'{}' is not a model, checkpoint or value database", path)};
}

/// Throws UserError if a folder is given that does not exist.
void check_endgame_folder(const std::string& folder) {
  if (std::error_code odd; !folder.empty() && !std::filesystem::is_directory(folder, odd))
    throw UserError{fmt::format("cannot read '{}': no such folder; give a folder of endgame tables", folder)};
}

/// The default model with endgame tables.
SharedEngine load_strong_engine(LoadPlan plan) {
  const auto model = default_model({}, "give the file of an engine");
  if (plan.endgame.empty()) {
    const auto tables = find_strong_tables();
    if (!tables)
      throw UserError{
          "the endgame tables of the engine 'strong' were not found (a folder 'strong' next to the default model): "
          "make them with 'afterstate strong build DIR', and give --endgame DIR or set AFTERSTATE_ENDGAME"};
    plan.endgame = *tables;
  }
  auto engine = load_file(model, std::string{strong_name}, plan);
  check_endgame_used({engine}, plan.endgame);
  return engine;
}

SharedEngine load_named_engine(const std::string& spec, const LoadPlan& plan) {
  if (auto player = builtin_engine(spec)) return player;
  if (spec == default_name) return load_default_engine({}, "give the file of an engine", plan);
  if (spec == strong_name) return load_strong_engine(plan);
  const bool perfect = spec.starts_with(perfect_prefix);
  const auto path = perfect ? spec.substr(perfect_prefix.size()) : spec;
  if (std::error_code odd; !std::filesystem::exists(path, odd)) throw_unknown(path);
  auto engine = load_file(path, path, plan);
  if (perfect && !engine->info().exact) throw Failure{fmt::format("'{}' is not a value database", path)};
  return engine;
}

}  // namespace

SharedEngine load_engine(const std::string& spec, const LoadPlan& plan) {
  auto engine = load_duel_engine(spec, plan);
  check_role(*engine, Role::defend);
  return engine;
}

SharedEngine load_duel_engine(const std::string& spec, const LoadPlan& plan) {
  check_endgame_folder(plan.endgame);
  auto engine = load_named_engine(spec, plan);
  if (plan.endgame_required) check_endgame_used({engine}, plan.endgame);
  return engine;
}

SharedEngine load_default_engine(const std::optional<Size>& size, const std::string& instead, const LoadPlan& plan) {
  check_endgame_folder(plan.endgame);
  auto engine = load_file(default_model(size, instead), std::string{default_name}, plan);
  if (plan.endgame_required) check_endgame_used({engine}, plan.endgame);
  return engine;
}

std::string engine_help() {
  std::vector<std::string_view> players;
  for (const auto& player : builtin_players) players.push_back(player.name);
  return fmt::format(
      "a model, checkpoint or value database file, a built-in player ({}) or 'default', the model that comes with the "
      "program",
      fmt::join(players, ", "));
}

}  // namespace afterstate
