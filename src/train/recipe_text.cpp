#include "train/recipe_text.h"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <fstream>

#include "base/error.h"

namespace afterstate {

namespace {

/// Far more than a recipe needs, and more than to_toml() writes for a hundred phases.
constexpr std::size_t max_bytes = 196'608;

/// Each dot in a key nests another table, and toml++ frees them recursively: thirty thousand exhaust the stack.
constexpr std::ptrdiff_t max_dots = 10'000;

constexpr std::size_t max_bases = 8;

bool too_much(std::string_view text) { return text.size() > max_bytes || std::ranges::count(text, '.') > max_dots; }

/// toml++ quotes what it could not read, including line breaks.
std::string in_one_line(std::string_view text) {
  std::string line{text};
  std::ranges::replace_if(line, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return line;
}

/// Quotes a key that contains dots, so that it is not taken for a table and its key.
std::string written_key(std::string_view key) {
  return key.find('.') == std::string_view::npos ? std::string{key} : fmt::format("\"{}\"", key);
}

SettingValue value_of(const toml::node& node) {
  if (const auto* whole = node.as_integer()) return whole->get();
  if (const auto* real = node.as_floating_point()) return real->get();
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* truth = node.as_boolean()) return Unusable{truth->get() ? "true" : "false"};
  if (node.is_table()) return Unusable{"a table"};
  const auto* array = node.as_array();
  if (array == nullptr) return Unusable{"a date or time"};
  ListOfWords list;
  for (const auto& element : *array) {
    const auto* const text = element.as_string();
    const auto* const whole = element.as_integer();
    if (text == nullptr && whole == nullptr) return Unusable{"a list of values other than strings and whole numbers"};
    list.words.push_back(text != nullptr ? text->get() : std::to_string(whole->get()));
    list.has_numbers = list.has_numbers || whole != nullptr;
  }
  return list;
}

/// Turns one document into settings.
class Flattening {
 public:
  explicit Flattening(std::string name) { settings_.name = std::move(name); }

  Settings of(const toml::table& document) {
    for (const auto& [key, node] : document) {
      const auto* table = node.as_table();
      const auto* array = node.as_array();
      if (key == "phase" && array != nullptr && (array->empty() || array->is_homogeneous<toml::table>()))
        add_phases(*array);
      else if (table != nullptr && !table->empty() && key != "phase")
        add_table(written_key(key), *table);
      else
        add(written_key(key), node);
    }
    return std::move(settings_);
  }

 private:
  void add(std::string key, const toml::node& node) {
    settings_.list.push_back(
        {std::move(key), value_of(node), fmt::format("{}:{}", settings_.name, node.source().begin.line), {}});
  }

  void add_table(const std::string& name, const toml::table& table) {
    for (const auto& [key, node] : table) add(name + "." + written_key(key), node);
  }

  void add_phases(const toml::array& phases) {
    settings_.phases = phases.size();
    for (std::size_t n = 0; n < phases.size(); ++n) add_table(fmt::format("phase.{}", n + 1), *phases[n].as_table());
  }

  Settings settings_;
};

std::string read_recipe_text(const std::filesystem::path& path) {
  std::ifstream file{path, std::ios::binary};
  std::string text(max_bytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (file.bad() || (!file.eof() && text.empty()))  // missing, or a folder
    throw UserError{
        fmt::format("cannot read '{}'; give the path of a recipe, such as recipes/quickstart.toml", path.string())};
  return text;
}

/// The file, its base, the base of its base, and so on.
std::vector<Settings> read_chain(std::filesystem::path path) {
  std::vector<Settings> chain;
  std::vector<std::filesystem::path> seen;
  for (;;) {
    chain.push_back(parse_settings(read_recipe_text(path), path.string()));
    seen.push_back(std::filesystem::weakly_canonical(path));
    const auto* base = chain.back().find("base");
    if (base == nullptr) return chain;
    const auto* name = std::get_if<std::string>(&base->value);
    if (name == nullptr)
      throw UserError{fmt::format("{}: base must be the file name of another recipe in quotes", base->where)};
    path = (path.parent_path() / *name).lexically_normal();
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
      throw UserError{fmt::format("{}: base '{}' is not a file; paths are relative to the folder of the recipe",
                                  base->where, *name)};
    if (std::ranges::find(seen, std::filesystem::weakly_canonical(path)) != seen.end())
      throw UserError{
          fmt::format("{}: base '{}' is based on this recipe; a recipe cannot be its own base", base->where, *name)};
    if (chain.size() > max_bases)
      throw UserError{fmt::format("{}: base '{}': the chain of bases is too long; the maximum is {}", base->where,
                                  *name, max_bases)};
  }
}

std::string trimmed(std::string_view text) {
  const auto start = text.find_first_not_of(' ');
  return start == std::string_view::npos ? "" : std::string{text.substr(start, text.find_last_not_of(' ') + 1 - start)};
}

/// A string that cannot be written as TOML could not be read back from the recipe of a model.
bool is_utf8(std::string_view text) {
  try {
    return !toml::parse(fmt::format("x = {}", toml_string(text))).empty();
  } catch (const toml::parse_error&) {
    return false;
  }
}

/// The value of "x = TEXT", or the text itself if that is not TOML or more than one value.
SettingValue value_typed(const std::string& text) {
  if (too_much(text)) return text;
  try {
    const toml::table document = toml::parse(fmt::format("x = {}", text));
    return document.size() == 1 ? value_of(*document.get("x")) : text;
  } catch (const toml::parse_error&) {
    return text;
  }
}

}  // namespace

const Setting* Settings::find(std::string_view key) const {
  const auto found = std::ranges::find(list, key, &Setting::key);
  return found == list.end() ? nullptr : &*found;
}

void Settings::set(Setting setting) {
  const auto found = std::ranges::find(list, setting.key, &Setting::key);
  if (found == list.end())
    list.push_back(std::move(setting));
  else
    *found = std::move(setting);
}

Settings parse_settings(std::string_view text, const std::string& name) {
  if (too_much(text))
    throw UserError{
        fmt::format("{}: too large for a recipe; the maximum is {} bytes and {} dots", name, max_bytes, max_dots)};
  try {
    return Flattening{name}.of(toml::parse(text));
  } catch (const toml::parse_error& error) {
    const auto place = error.source().begin;
    throw UserError{fmt::format("{}:{}:{}: {}", name, place.line, place.column, in_one_line(error.description()))};
  }
}

Settings read_settings(const std::filesystem::path& path) {
  auto chain = read_chain(path);
  auto settings = std::move(chain.back());
  chain.pop_back();
  for (; !chain.empty(); chain.pop_back()) {
    auto& over = chain.back();
    if (over.phases) {
      std::erase_if(settings.list, [](const Setting& setting) { return setting.key.starts_with("phase."); });
      settings.phases = over.phases;
    }
    for (auto& setting : over.list)
      if (setting.key != "base") settings.set(std::move(setting));
    settings.name = over.name;
  }
  return settings;
}

std::string toml_string(std::string_view text) {
  std::string written = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      written += {'\\', c};
    else if (byte < 0x20 || byte == 0x7f)
      written += fmt::format("\\u{:04x}", byte);
    else
      written += c;
  }
  return written + '"';
}

void set_from_command_line(Settings& settings, const std::string& key_and_value) {
  const auto equals = key_and_value.find('=');
  if (equals == std::string::npos || equals == 0)
    throw UserError{fmt::format("--set {}: write key=value, such as learning.beta=0.5", key_and_value)};
  if (!is_utf8(key_and_value)) throw UserError{fmt::format("--set {}: not valid UTF-8", key_and_value)};
  auto typed = trimmed(key_and_value.substr(equals + 1));
  auto value = value_typed(typed);
  settings.set(
      {trimmed(key_and_value.substr(0, equals)), std::move(value), "--set " + key_and_value, std::move(typed)});
}

}  // namespace afterstate
