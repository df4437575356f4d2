// Any text gives a board or a UserError, and every parsed board is written as the same board.
#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "fuzz/readers.h"
#include "game/notation.h"

void afterstate::fuzz::read_notation(std::string_view text) {
  for (const Size size : {Size{4, 4}, Size{2, 3}, Size{1, 2}}) {
    try {
      const auto exponents = parse_exponents(text, size);
      if (parse_exponents(notation_of(exponents, size), size) != exponents) std::abort();
    } catch (const UserError&) {
    }
  }
  try {
    if (name_of(parse_size(text)) != text) std::abort();
  } catch (const UserError&) {
  }
}
