// The text of a recipe as a flat list of settings: TOML, base files and --set, before keys are interpreted.
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
  std::string what;  ///< such as "a date or time"
};

/// A list of strings and whole numbers.
struct ListOfWords {
  std::vector<std::string> words;
  bool has_numbers = false;  ///< a number loses leading zeros, which matter in a tuple
};

using SettingValue = std::variant<std::int64_t, double, std::string, ListOfWords, Unusable>;

struct Setting {
  std::string
      key;  ///< with the table before it: "actions", "learning.beta", "phase.2.alpha"; phases are numbered from 1
  SettingValue value;
  std::string where;                 ///< file and line, or the --set
  std::optional<std::string> typed;  ///< of a --set, the text after the "="
};

struct Settings {
  std::string name;  ///< of the text, for errors without a line
  std::vector<Setting> list;
  std::optional<std::size_t> phases;  ///< the length of the list of phases, if there is one

  const Setting* find(std::string_view key) const;

  /// Replaces the setting of the same key, if there is one.
  void set(Setting setting);
};

/// The settings of one text. Throws UserError if it is not TOML.
Settings parse_settings(std::string_view text, const std::string& name);

/// The settings of a file merged with those of its base, which it overrides. Throws UserError if a file cannot be read,
/// or if the bases form a cycle or too long a chain.
Settings read_settings(const std::filesystem::path& path);

/// The text as a TOML string, escaped as needed.
std::string toml_string(std::string_view text);

/// Reads "key=value" as given to --set: the value is TOML or, if that fails, a string. Throws UserError if it is
/// not a pair or not UTF-8.
void set_from_command_line(Settings& settings, const std::string& key_and_value);

}  // namespace afterstate
