#include "base/whole_number.h"

#include <charconv>
#include <cmath>
#include <system_error>

namespace afterstate {

std::optional<std::uint64_t> parse_whole_number(std::string_view text) {
  const auto* const end = text.data() + text.size();
  std::uint64_t whole = 0;
  auto parsed = std::from_chars(text.data(), end, whole);
  if (parsed.ec == std::errc{} && parsed.ptr == end) return whole;
  double number = 0;
  parsed = std::from_chars(text.data(), end, number);
  if (parsed.ec != std::errc{} || parsed.ptr != end) return std::nullopt;
  if (number != std::floor(number) || number < 0 || number >= 0x1p64) return std::nullopt;
  return static_cast<std::uint64_t>(number);
}

}  // namespace afterstate
