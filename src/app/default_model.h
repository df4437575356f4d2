// What comes with the program: the model that plays and judges where none is named, and the recipes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "game/size.h"

namespace afterstate::app {

/// Its file: what AFTERSTATE_MODEL names, else default.ast beside the program, in ../models or in ../share/afterstate
/// as seen from there. Nothing where there is none; throws UserError where the variable names a file that is not there.
std::optional<std::string> find_default_model();

/// The same for boards of a size, where one is given; throws UserError where there is none, which ends with what to do
/// `instead`.
std::string default_model(const std::optional<Size>& size, std::string_view instead);

/// The folder of recipes: beside the program, in .. or in ../share/afterstate as seen from there.
std::optional<std::string> find_recipes();

}  // namespace afterstate::app
