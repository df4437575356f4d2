// The values allowed for the keys of a recipe: each range reads a setting, writes it, and says what it allows.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "network/staging.h"
#include "network/tuples.h"
#include "train/recipe_text.h"

namespace afterstate {

/// The value as shown in an error.
std::string shown(const SettingValue& value);

/// The shortest text that is read back as the same number.
std::string shortest(float value);
std::string shortest(double value);

std::optional<double> number_in(const SettingValue& value);
std::optional<std::string> text_in(const SettingValue& value);

/// Whole numbers, also written as 1e9.
struct Whole {
  std::uint64_t least;
  std::uint64_t most;

  template <class Integer>
  std::optional<Integer> read(const SettingValue& value) const {
    const auto number = number_in(value);  // exact: a double holds every whole number up to 2^53
    if (!number || !holds(*number)) return {};
    return static_cast<Integer>(*number);
  }

  std::string text(std::uint64_t value) const { return std::to_string(value); }
  std::string allowed() const;

 private:
  bool holds(double value) const {
    return value >= static_cast<double>(least) && value <= static_cast<double>(most) && std::floor(value) == value;
  }
};

/// Numbers from `least` to `most`; `without_least` excludes the first.
struct Real {
  double least;
  double most;
  bool without_least = false;

  template <class Float>
  std::optional<Float> read(const SettingValue& value) const {
    const auto number = number_in(value);
    if (!number || !holds(*number)) return {};
    const auto rounded = static_cast<Float>(*number) + Float{0};  // turns -0 into 0
    if (!holds(rounded)) return {};                               // too small for a float: rounded to an excluded 0
    return rounded;
  }

  template <class Float>
  std::string text(Float value) const {
    return shortest(value);
  }

  std::string allowed() const;

 private:
  bool holds(double value) const { return (without_least ? value > least : value >= least) && value <= most; }
};

/// One of a fixed set of words.
template <class Enum, std::size_t count>
struct OneOf {
  std::array<std::pair<std::string_view, Enum>, count> words;

  template <class>
  std::optional<Enum> read(const SettingValue& value) const {
    for (const auto& [word, meant] : words)
      if (text_in(value) == word) return meant;
    return {};
  }

  std::string text(Enum value) const {
    for (const auto& [word, meant] : words)
      if (meant == value) return toml_string(word);
    return {};
  }

  std::string allowed() const {
    std::string list;
    for (std::size_t n = 0; n < count; ++n)
      list += (n == 0 ? "" : n + 1 < count ? ", " : " or ") + toml_string(words[n].first);
    return list;
  }
};

template <class Enum, std::size_t count>
OneOf<Enum, count> one_of(const std::pair<std::string_view, Enum> (&words)[count]) {  // NOLINT(*-avoid-c-arrays)
  return {std::to_array(words)};
}

/// Text that is short enough to be written and read back even if all of it is escaped.
struct AnyText {
  static constexpr std::size_t max_bytes = 1000;

  template <class>
  std::optional<std::string> read(const SettingValue& value) const {
    auto text = text_in(value);
    if (text && text->size() > max_bytes) return {};
    return text;
  }

  std::string text(std::string_view value) const { return toml_string(value); }
  std::string allowed() const { return "text in quotes, at most " + std::to_string(max_bytes) + " bytes"; }
};

struct BoardName {
  template <class>
  std::optional<Size> read(const SettingValue& value) const {
    const auto name = text_in(value);
    return name ? std::optional{parse_size(*name)} : std::nullopt;
  }

  std::string text(Size value) const { return toml_string(name_of(value)); }
  std::string allowed() const { return "a size in quotes, such as \"4x4\""; }
};

/// Words in one string or in a list, joined by spaces.
std::optional<std::string> words_in(const SettingValue& value);

struct TupleList {
  Size size;  ///< of the board

  template <class>
  std::optional<std::vector<Tuple>> read(const SettingValue& value) const {
    if (const auto* const list = std::get_if<ListOfWords>(&value); list != nullptr && list->has_numbers) return {};
    const auto words = words_in(value);
    return words ? std::optional{parse_tuples(*words, size)} : std::nullopt;
  }

  std::string text(const std::vector<Tuple>& value) const { return toml_string(name_of(value)); }
  std::string allowed() const { return "a network's name, or tuples in quotes such as \"0123 4567\""; }
};

/// Names of players: one, or a list.
struct PlayerList {
  static constexpr std::size_t max_bytes = 2000;  ///< of all names, so that they can be written and read back

  template <class>
  std::optional<std::vector<std::string>> read(const SettingValue& value) const {
    return read_names(value);
  }

  std::string text(const std::vector<std::string>& value) const;
  std::string allowed() const {
    return "the name of a player or a list of names in quotes, together at most " + std::to_string(max_bytes) +
           " bytes";
  }

 private:
  static std::optional<std::vector<std::string>> read_names(const SettingValue& value);
};

struct StageList {
  Size size;  ///< of the board

  template <class>
  std::optional<Staging> read(const SettingValue& value) const {
    if (const auto* const tile = std::get_if<std::int64_t>(&value)) return parse_staging(std::to_string(*tile), size);
    const auto words = words_in(value);
    return words ? std::optional{parse_staging(*words, size)} : std::nullopt;
  }

  std::string text(const Staging& value) const { return toml_string(name_of(value)); }
  std::string allowed() const { return "a name, such as \"max8\", or where stages begin, such as \"8192 16384\""; }
};

/// One event of a game.
struct EventName {
  Size size;  ///< of the board

  template <class>
  std::optional<StageEvent> read(const SettingValue& value) const {
    if (const auto* const tile = std::get_if<std::int64_t>(&value)) return parse_event(std::to_string(*tile), size);
    const auto name = text_in(value);
    return name ? std::optional{parse_event(*name, size)} : std::nullopt;
  }

  std::string text(const StageEvent& value) const { return toml_string(name_of(Staging{{value}})); }
  std::string allowed() const { return "an event, such as 32768 or \"16k+8k\""; }
};

}  // namespace afterstate
