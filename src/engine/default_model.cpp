#include "engine/default_model.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "base/error.h"
#include "os/machine.h"
#include "solve/endgame_tables.h"

namespace afterstate {

namespace {

/// `name` in the first of these folders, relative to the program's own, that contains it.
std::optional<std::string> find_among(std::initializer_list<const char*> places, const std::string& name) {
  const auto folder = program_path().parent_path();
  for (const auto* const place : places)
    if (const auto found = (folder / place / name).lexically_normal(); std::filesystem::exists(found))
      return found.string();
  return std::nullopt;
}

}  // namespace

std::optional<std::string> find_recipes() { return find_among({".", "..", "../share/afterstate"}, "recipes"); }

std::optional<std::string> find_default_model() {
  if (const char* const named = std::getenv("AFTERSTATE_MODEL"); named != nullptr && *named != 0) {
    if (!std::filesystem::is_regular_file(named))
      throw UserError{fmt::format("AFTERSTATE_MODEL is set to '{}', which is not a file; correct or unset it", named)};
    return named;
  }
  return find_among({".", "../models", "../share/afterstate"}, "default.ast");
}

std::optional<std::string> find_strong_tables() {
  if (const char* const named = std::getenv("AFTERSTATE_ENDGAME"); named != nullptr && *named != 0) return named;
  const auto model = find_default_model();
  if (!model) return std::nullopt;
  auto folder = (std::filesystem::path{*model}.parent_path() / "strong").string();
  if (!EndgameTables::any_in(folder)) return std::nullopt;
  return folder;
}

std::string default_model(const std::optional<Size>& size, std::string_view instead) {
  if (size && *size != Size{})
    throw UserError{fmt::format("no engine is given, and the default model is for {}, not for {}: {}", name_of(Size{}),
                                name_of(*size), instead)};
  if (auto found = find_default_model()) return *found;
  throw UserError{
      fmt::format("no engine is given, and the default model was not found (default.ast next to the program, in "
                  "../models or in ../share/afterstate): {}",
                  instead)};
}

}  // namespace afterstate
