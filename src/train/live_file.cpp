#include "train/live_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <string>

#include "base/json.h"
#include "game/direction.h"
#include "os/regular_file.h"

namespace afterstate {

namespace {

/// 256 tuples take a tenth of this.
constexpr std::size_t max_live_bytes = std::size_t{256} * 1024;
constexpr std::size_t max_live_tuples = 256;
constexpr std::size_t max_live_text = 200;  // a board of sixteen large tiles

Json at(const Json& json, std::string_view key) {
  const auto found = json.is_object() ? json.find(key) : json.end();
  return found == json.end() ? Json{} : *found;
}

Json number_at(const Json& json, std::string_view key) {
  auto value = at(json, key);
  return value.is_number() ? value : Json{};
}

Json text_at(const Json& json, std::string_view key) {
  auto value = at(json, key);
  return value.is_string() && value.get_ref<const std::string&>().size() <= max_live_text ? value : Json{};
}

Json checked_game(const Json& json) {
  if (!json.is_object()) return nullptr;
  Json game;
  for (const auto* const key : {"game", "turn", "score", "actions", "value", "error"}) game[key] = number_at(json, key);
  for (const auto* const key : {"board", "afterstate", "last"}) game[key] = text_at(json, key);
  const auto values = at(json, "values");
  const auto moves = at(values, "moves");
  game["values"]["best"] = text_at(values, "best");
  for (const auto direction : all_directions)
    game["values"]["moves"][std::string{name_of(direction)}] = number_at(moves, name_of(direction));
  game["tuples"] = Json::array();
  if (const auto tuples = at(json, "tuples"); tuples.is_array())
    for (const auto& tuple : tuples) {
      if (game["tuples"].size() == max_live_tuples) break;
      game["tuples"].push_back({{"cells", text_at(tuple, "cells")},
                                {"share", number_at(tuple, "share")},
                                {"change", number_at(tuple, "change")}});
    }
  return game["board"].is_string() ? game : Json{};
}

}  // namespace

void write_live(const std::filesystem::path& folder, const Json& json) {
  const auto path = folder / live_file_name;
  const auto temporary = fmt::format("{}.{}.tmp", path.string(), ::getpid());
  {
    std::ofstream file{temporary, std::ios::binary};
    file << json_text(json) << '\n';
    if (!file.flush()) return;
  }
  std::error_code ignored;
  std::filesystem::rename(temporary, path, ignored);
  if (ignored) std::filesystem::remove(temporary, ignored);
}

Json read_live(const std::filesystem::path& folder) {
  const auto json = parse_json_or_null(first_bytes(folder / live_file_name, max_live_bytes));
  if (!json.is_object()) return nullptr;
  const auto progress = at(json, "progress");
  Json checked;
  for (const auto* const key : {"actions", "goal", "actions_per_second", "seconds_left"})
    checked["progress"][key] = number_at(progress, key);
  checked["live"] = checked_game(at(json, "live"));
  return checked;
}

}  // namespace afterstate
