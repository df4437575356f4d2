// Tuples: which cells a table of an n-tuple network reads, and named networks from the literature.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "game/size.h"

namespace afterstate {

/// A set of cells. The order in which they were written does not matter: tables are indexed from the lowest cell up.
struct Tuple {
  std::uint16_t cells = 0;  ///< bit n stands for cell n

  constexpr int size() const { return std::popcount(cells); }

  friend constexpr bool operator==(const Tuple&, const Tuple&) = default;
};

/// Maximum per network. In addition to its table, each tuple takes up to 200 KB for indexing.
inline constexpr std::size_t max_tuples = 256;

/// A network from the literature, or one for quick runs.
struct NamedTuples {
  std::string_view name;
  Size size;
  std::string_view tuples;  ///< cells in hexadecimal, row by row, one word per tuple
  std::string_view source;
};

std::span<const NamedTuples> named_tuples();

/// Reads one tuple, such as "012456"; throws UserError for a repeated or impossible cell.
Tuple parse_tuple(std::string_view text, Size size);

/// Reads tuples separated by spaces, or one name of named_tuples(); throws UserError for anything else, for a name that
/// belongs to another board size, for duplicate tuples, and for more than max_tuples.
std::vector<Tuple> parse_tuples(std::string_view text, Size size);

/// The cells in hexadecimal, as parse_tuple reads them.
std::string name_of(Tuple tuple);

/// All tuples, separated by spaces.
std::string name_of(std::span<const Tuple> tuples);

}  // namespace afterstate
