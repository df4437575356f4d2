// Any text gives a board or a UserError, and every parsed board is written as the same board.
#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "game/notation.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  using namespace afterstate;
  const std::string_view text{reinterpret_cast<const char*>(bytes), count};
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
  return 0;
}
