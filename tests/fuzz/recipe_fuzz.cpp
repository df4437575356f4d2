// Any text is a recipe or a UserError, and so is any --set; a recipe that was read is written as the same recipe.
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/error.h"
#include "study/recipe.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  using namespace afterstate;
  const std::string_view text{reinterpret_cast<const char*>(bytes), count};
  try {
    const auto recipe = parse_recipe(text, "text");
    if (parse_recipe(to_toml(recipe), "again") != recipe || first_difference(recipe, recipe)) std::abort();
  } catch (const UserError&) {
  }
  try {
    parse_recipe("network.tuples = '01'\n[[phase]]\nshare = 1", "text", {std::string{text}});
  } catch (const UserError&) {
  }
  return 0;
}
