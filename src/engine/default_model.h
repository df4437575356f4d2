// The files that come with the program: the default model, which is used if no engine is named, and the recipes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "game/size.h"

namespace afterstate {

/// The file of the default model: AFTERSTATE_MODEL if it is set, else default.ast next to the program, in ../models or
/// in ../share/afterstate. Nothing if there is none. Throws UserError if AFTERSTATE_MODEL names a missing file.
std::optional<std::string> find_default_model();

/// The same, for boards of `size` if one is given. Throws UserError if there is none; the message ends with what to do
/// `instead`.
std::string default_model(const std::optional<Size>& size, std::string_view instead);

/// The folder of endgame tables of the engine `strong`: AFTERSTATE_ENDGAME if it is set, else `strong` next to the
/// default model. Nothing if there are no tables.
std::optional<std::string> find_strong_tables();

/// The folder of recipes: next to the program, in .. or in ../share/afterstate.
std::optional<std::string> find_recipes();

}  // namespace afterstate
