#include "game/duel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.h"
#include "game/notation.h"

namespace afterstate {

namespace {

template <class Enum, std::size_t count>
Enum parse_name(std::string_view what, std::string_view name,
                const std::array<std::pair<std::string_view, Enum>, count>& names) {
  const auto* const found = std::ranges::find(names, name, &std::pair<std::string_view, Enum>::first);
  if (found != names.end()) return found->second;
  std::array<std::string_view, count> known;
  std::ranges::transform(names, known.begin(), [](const auto& known_name) { return known_name.first; });
  throw UserError{fmt::format("{} '{}': give {}", what, name, fmt::join(known, " or "))};
}

}  // namespace

Role parse_role(std::string_view name) { return parse_name("role", name, role_names); }
DuelRule parse_duel_rule(std::string_view name) { return parse_name("rule", name, duel_rule_names); }
DuelStart parse_duel_start(std::string_view name) { return parse_name("start", name, duel_start_names); }

std::string even_plies_text(std::uint64_t plies) {
  return fmt::format("plies count the moves of both sides and end with an own move: give {}{}",
                     plies > 1 ? fmt::format("{} or ", plies - 1) : std::string{}, plies + 1);
}

void check_placement(Spawn placement, const PackedBoard& afterstate, Size size, DuelRule rule) {
  if (placement.cell < 0 || placement.cell >= size.cells())
    throw Failure{fmt::format("a tile was placed on cell {}; cells of {} go from 0 to {}", placement.cell,
                              name_of(size), size.cells() - 1)};
  if (placement.exponent != 1 && (placement.exponent != 2 || rule == DuelRule::two))
    throw Failure{fmt::format("a {} was placed; the rule '{}' allows only {}", tile_value(placement.exponent),
                              name_of(rule), rule == DuelRule::two ? "2" : "2 and 4")};
  if (unpacked<LargestBoard>(afterstate).exponent(placement.cell) != 0)
    throw Failure{fmt::format("a tile was placed on cell {} of '{}', which is not empty", placement.cell,
                              notation_of(afterstate, size))};
}

}  // namespace afterstate
