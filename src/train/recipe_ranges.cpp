#include "train/recipe_ranges.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace afterstate {

std::string shown(const SettingValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  if (const auto* text = std::get_if<std::string>(&value)) return fmt::format("'{}'", *text);
  if (const auto* unusable = std::get_if<Unusable>(&value)) return unusable->what;
  return std::get<ListOfWords>(value).has_numbers ? "a list with whole numbers" : "a list";
}

std::string shortest(double value) { return fmt::format("{}", value); }

std::string shortest(float value) {
  // TOML numbers are doubles, so that a float is rounded twice: of all positive floats, only 7.038531e-26 is not read
  // back from its own shortest text.
  const auto text = fmt::format("{}", value);
  double read = 0;
  std::from_chars(text.data(), text.data() + text.size(), read);
  return static_cast<float>(read) == value ? text : shortest(static_cast<double>(value));
}

std::optional<double> number_in(const SettingValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return {};
}

std::optional<std::string> text_in(const SettingValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text != nullptr ? std::optional{*text} : std::nullopt;
}

std::optional<std::string> words_in(const SettingValue& value) {
  const auto* const list = std::get_if<ListOfWords>(&value);
  if (list == nullptr) return text_in(value);
  std::string words;
  for (const auto& word : list->words) words += (words.empty() ? "" : " ") + word;
  return words;
}

std::optional<std::vector<std::string>> PlayerList::read_names(const SettingValue& value) {
  std::vector<std::string> names;
  if (const auto* const list = std::get_if<ListOfWords>(&value)) {
    if (list->has_numbers) return {};
    names = list->words;
  } else if (const auto name = text_in(value)) {
    names.push_back(*name);
  } else {
    return {};
  }
  std::size_t bytes = 0;
  for (const auto& name : names) {
    bytes += name.size() + 4;
    const bool odd = std::ranges::any_of(name, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; });
    if (name.empty() || odd) return {};
  }
  return bytes <= max_bytes ? std::optional{names} : std::nullopt;
}

std::string PlayerList::text(const std::vector<std::string>& value) const {
  if (value.size() == 1) return toml_string(value.front());
  std::string list = "[";
  for (const auto& name : value) list += (list.size() == 1 ? "" : ", ") + toml_string(name);
  return list + ']';
}

std::string Whole::allowed() const {
  return fmt::format("a whole number from {} to {:g}", least, static_cast<double>(most));
}

std::string Real::allowed() const {
  if (without_least) return fmt::format("a number above {} and up to {}", least, most);
  return fmt::format("a number from {} to {:g}", least, most);
}

}  // namespace afterstate
