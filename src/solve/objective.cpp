#include "solve/objective.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>

#include "base/error.h"

namespace afterstate {

Objective parse_objective(std::string_view text, Size size) {
  if (text == "score") return {};
  constexpr std::string_view prefix = "tile:";
  const auto largest = 1U << largest_exponent(size.cells());
  const auto expected = fmt::format("'score', or 'tile:N' with N a power of 2 from 8 to {}, the largest tile on {}",
                                    largest, name_of(size));
  std::uint32_t tile = 0;
  const auto* const end = text.data() + text.size();
  if (!text.starts_with(prefix) || std::from_chars(text.data() + prefix.size(), end, tile).ptr != end || tile < 8 ||
      tile > largest || !std::has_single_bit(tile))
    throw UserError{fmt::format("objective '{}': give {}", text, expected)};
  return {std::countr_zero(tile)};
}

std::string name_of(const Objective& objective) {
  return objective.is_score() ? "score" : fmt::format("tile:{}", 1U << objective.goal);
}

}  // namespace afterstate
