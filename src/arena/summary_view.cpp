#include "arena/summary_view.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "base/json.h"

namespace afterstate {

Json to_json(const Share& share) {
  return {{"share", share.value}, {"ci95", share.ci95}, {"low", share.low}, {"high", share.high}};
}

Json to_json(const Summary& summary) {
  Json json{{"games", summary.games()}};
  if (summary.games() == 0) return json;
  const auto mean = summary.mean();
  json["mean"] = mean.value;
  json["ci95"] = mean.ci95;
  json["median"] = summary.median();
  json["max"] = summary.max();
  json["tiles"] = Json::object();
  for (const auto& [tile, share] : summary.tiles()) json["tiles"][std::to_string(tile)] = to_json(share);
  return json;
}

std::string to_text(const Summary& summary) {
  if (summary.games() == 0) return "no game was finished\n";
  std::string text;
  auto out = std::back_inserter(text);
  const auto mean = summary.mean();
  fmt::format_to(out, "games   {}\n", summary.games());
  fmt::format_to(out, "mean    {:.1f} ± {}\n", mean.value,
                 std::isnan(mean.ci95) ? "unknown" : fmt::format("{:.1f}", mean.ci95));
  fmt::format_to(out, "median  {:.0f}\n", summary.median());
  fmt::format_to(out, "max     {}\n", summary.max());
  fmt::format_to(out, "\nmade at least       95 % interval\n");
  const auto tiles = summary.tiles();
  for (auto entry = tiles.begin(); entry != tiles.end(); ++entry) {
    const auto& [tile, share] = *entry;
    const bool next_was_always_made = std::next(entry) != tiles.end() && std::next(entry)->second.value == 1;
    if (!next_was_always_made)
      fmt::format_to(out, "{:>8}  {:7.3f} %  {:.3f} to {:.3f}\n", tile, 100 * share.value, 100 * share.low,
                     100 * share.high);
  }
  return text;
}

}  // namespace afterstate
