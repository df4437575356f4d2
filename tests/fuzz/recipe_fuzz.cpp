// Any text gives a recipe or a UserError, and so does any --set; every parsed recipe is written as the same recipe.
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "fuzz/readers.h"
#include "train/recipe.h"

void afterstate::fuzz::read_recipe(std::string_view text) {
  const auto read_and_write = [](std::string_view toml, const std::vector<std::string>& settings) {
    std::optional<Recipe> recipe;
    try {
      recipe = parse_recipe(toml, "text", settings);
    } catch (const UserError&) {
      return;
    }
    if (parse_recipe(to_toml(*recipe), "again") != *recipe || first_difference(*recipe, *recipe)) std::abort();
  };
  read_and_write(text, {});
  read_and_write("network.tuples = '01'\n[[phase]]\nshare = 1", {std::string{text}});
}
