#include "app/serve/recipe_list.h"

#include <fmt/format.h>

#include "base/json.h"
#include "engine/checks.h"
#include "os/threads.h"
#include "train/learning_speed.h"

namespace afterstate::app {

std::string group_of(const std::string& name, const Recipe& recipe) {
  if (name == "quickstart.toml") return "first";
  if (name.find('/') != std::string::npos) return "papers";
  return recipe.network.size.cells() < 16 ? "small" : "other";
}

Json editable_keys_json(const Recipe& recipe) {
  auto keys = Json::array();
  // What a range writes is TOML and JSON at once: a number or a string in quotes.
  for (const auto& [key, value, otherwise, meaning] : editable_keys(recipe))
    keys.push_back({{"key", key},
                    {"value", parse_json_or_null(value)},
                    {"meaning", meaning},
                    {"default", otherwise ? parse_json_or_null(*otherwise) : Json{}}});
  return keys;
}

std::vector<std::string> requested_settings(const Json& json) {
  const auto set = json.find("set");
  if (set == json.end() || set->is_null()) return {};
  if (!set->is_object())
    throw RequestError{"set", "set: give an object of keys and values, such as {\"learning.beta\": 0.5}"};
  std::vector<std::string> settings;
  for (const auto& [key, value] : set->items()) {
    if (key.empty() || key.find_first_of("=\n\r") != std::string::npos)
      throw RequestError{"set", fmt::format("set: '{}' is not a key of a recipe", key)};
    if (!value.is_number() && !value.is_string() && !value.is_array())
      throw RequestError{"set", fmt::format("set: {} is {}; give a number or a string", key, json_text(value))};
    settings.push_back(fmt::format("{}={}", key, json_text(value)));
  }
  return settings;
}

std::optional<double> MachineSpeed::lookup_rate() {
  if (!asked_.exchange(true))
    thread_ = std::jthread{[this] {
      try {
        rate_ = measured_lookup_rate(thread_count(0));
      } catch (const std::exception&) {  // no memory for it: the time stays unknown
      }
    }};
  const double rate = rate_;
  return rate > 0 ? std::optional{rate} : std::nullopt;
}

}  // namespace afterstate::app
