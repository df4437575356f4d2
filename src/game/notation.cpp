#include "game/notation.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>

#include "base/error.h"

namespace afterstate {

namespace {

constexpr std::string_view separators = " ,/\t\n\r";

int parse_tile(std::string_view token, Size size) {
  if (token == ".") return 0;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  const bool is_number = error == std::errc{} && end == token.data() + token.size();
  const bool overflowed = error == std::errc::result_out_of_range;
  if (!overflowed && (!is_number || value == 1 || (value != 0 && !std::has_single_bit(value))))
    throw UserError{
        fmt::format("tile '{}': a tile is a power of two such as 2 or 1024, an empty cell is 0 or .", token)};
  const int largest = largest_exponent(size.cells());
  if (overflowed || value > tile_value(largest))
    throw UserError{fmt::format("tile '{}': the largest tile that can exist on {} is {}", token, name_of(size),
                                tile_value(largest))};
  return value == 0 ? 0 : std::countr_zero(value);
}

}  // namespace

std::vector<int> parse_exponents(std::string_view text, Size size) {
  std::vector<int> exponents;
  for (auto rest = text;;) {
    const auto start = rest.find_first_not_of(separators);
    if (start == std::string_view::npos) break;
    rest.remove_prefix(start);
    const auto token = rest.substr(0, rest.find_first_of(separators));
    exponents.push_back(parse_tile(token, size));
    rest.remove_prefix(token.size());
  }
  if (static_cast<int>(exponents.size()) != size.cells())
    throw UserError{
        fmt::format("board '{}': {} has {} cells and {} were given; write its tiles row by row, 0 for empty", text,
                    name_of(size), size.cells(), exponents.size())};
  return exponents;
}

std::string notation_of(std::span<const int> exponents, Size size) {
  std::string text;
  for (std::size_t cell = 0; cell < exponents.size(); ++cell) {
    if (cell > 0) text += cell % static_cast<std::size_t>(size.cols) == 0 ? '/' : ' ';
    text += std::to_string(tile_value(exponents[cell]));
  }
  return text;
}

}  // namespace afterstate
