// The text of a recipe as a flat list of settings: TOML, base files and --set, before any key has a meaning.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace afterstate {

/// A value of a type that no key of a recipe has.
struct Unusable {
  std::string what;  ///< such as "a date"
};

using SettingValue = std::variant<std::int64_t, double, std::string, std::vector<std::string>, Unusable>;

struct Setting {
  std::string key;  ///< with the table before it: "actions", "learning.beta", "phase.2.alpha"; phases count from 1
  SettingValue value;
  std::string where;                 ///< file and line, or the --set
  std::optional<std::string> typed;  ///< of a --set, what came after the "="
};

struct Settings {
  std::string name;  ///< of the text, for errors that belong to no line
  std::vector<Setting> list;
  std::optional<std::size_t> phases;  ///< the length of the list of phases, where there is one

  const Setting* find(std::string_view key) const;

  /// Takes the place of what the key had.
  void set(Setting setting);
};

/// The settings of one text. Throws UserError where it is not TOML.
Settings parse_settings(std::string_view text, const std::string& name);

/// The settings of a file, laid over those of its base. Throws UserError where one of the files cannot be read, and
/// where bases go round in a circle or too deep.
Settings read_settings(const std::filesystem::path& path);

/// As a string of TOML, escaped where needed.
std::string toml_string(std::string_view text);

/// Reads "key=value" as given to --set: the value is TOML or, where that fails, a string. Throws UserError where it is
/// neither a pair nor UTF-8.
void set_from_command_line(Settings& settings, const std::string& key_and_value);

}  // namespace afterstate
