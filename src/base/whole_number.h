// Whole numbers as people write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace afterstate {

/// Reads a number such as 1000 or 1e6; nothing if the text is not a whole number of at most 64 bits.
std::optional<std::uint64_t> parse_whole_number(std::string_view text);

}  // namespace afterstate
