#include "app/default_model.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "base/error.h"
#include "base/machine.h"

namespace afterstate::app {

std::optional<std::string> find_default_model() {
  if (const char* const named = std::getenv("AFTERSTATE_MODEL"); named != nullptr && *named != 0) {
    if (!std::filesystem::is_regular_file(named))
      throw UserError{fmt::format("AFTERSTATE_MODEL names '{}', and there is no such file", named)};
    return named;
  }
  const auto folder = program_path().parent_path();
  for (const auto& place : {folder, folder / ".." / "models", folder / ".." / "share" / "afterstate"}) {
    const auto file = (place / "default.ast").lexically_normal();
    if (std::filesystem::is_regular_file(file)) return file.string();
  }
  return std::nullopt;
}

std::string default_model(const std::optional<Size>& size, std::string_view instead) {
  if (size && *size != Size{})
    throw UserError{fmt::format("no model is named, and the one that comes with the program is for {}, not for {}: {}",
                                name_of(Size{}), name_of(*size), instead)};
  if (auto found = find_default_model()) return *found;
  throw UserError{
      fmt::format("no model is named, and default.ast is neither beside the program nor in ../models or "
                  "../share/afterstate: {}",
                  instead)};
}

}  // namespace afterstate::app
