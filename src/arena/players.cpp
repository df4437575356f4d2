#include "arena/players.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/nearest.h"

namespace afterstate {

void check_player(std::string_view name) {
  std::vector<std::string> names;
  for (const auto& kind : player_kinds) names.emplace_back(kind.name);
  const bool known = std::ranges::find(names, name) != names.end();
  names.emplace_back(perfect_player);
  if (!known)
    throw UserError{fmt::format("player '{}' is not known{}; there are {}", name, did_you_mean(name, names),
                                fmt::join(names, ", "))};
}

}  // namespace afterstate
