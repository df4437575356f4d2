#include "base/nearest.h"

#include <algorithm>

namespace afterstate {

int edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::vector<int>> distance(from.size() + 1, std::vector<int>(to.size() + 1));
  for (std::size_t i = 0; i <= from.size(); ++i)
    for (std::size_t j = 0; j <= to.size(); ++j) {
      if (i == 0 || j == 0) {
        distance[i][j] = static_cast<int>(i + j);
        continue;
      }
      const int replaced = distance[i - 1][j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
      distance[i][j] = std::min({replaced, distance[i - 1][j] + 1, distance[i][j - 1] + 1});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
        distance[i][j] = std::min(distance[i][j], distance[i - 2][j - 2] + 1);
    }
  return distance[from.size()][to.size()];
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& names) {
  const auto nearest = std::ranges::min_element(
      names, [&](const auto& a, const auto& b) { return edit_distance(word, a) < edit_distance(word, b); });
  if (nearest == names.end()) return {};
  const auto longer = std::max(word.size(), nearest->size());
  if (2 * edit_distance(word, *nearest) > static_cast<int>(longer)) return {};
  return " (did you mean '" + *nearest + "'?)";
}

}  // namespace afterstate
