// What the page shows of a recipe, besides its text: its group, the keys that may be edited, and how long it takes
// here.
#pragma once

#include <atomic>
#include <map>
#include <optional>
#include <string>
#include <thread>

#include "base/json_fwd.h"
#include "train/recipe.h"

namespace afterstate::app {

/// "first", "small", "papers" or "other", from the name of the recipe and its board.
std::string group_of(const std::string& name, const Recipe& recipe);

/// [{"key", "value", "meaning", "default"}]
Json editable_keys_json(const Recipe& recipe);

/// The field "set" of a request, {"learning.beta": 0.5}, as settings for read_recipe(). Throws RequestError.
std::vector<std::string> requested_settings(const Json& json);

/// The speed of this machine, measured once on a thread of its own when it is first asked for.
class MachineSpeed {
 public:
  /// Lookups per second; nothing until they are measured.
  std::optional<double> lookup_rate();

 private:
  std::atomic<bool> asked_{false};
  std::atomic<double> rate_{0};
  std::jthread thread_;
};

}  // namespace afterstate::app
