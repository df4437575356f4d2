#pragma once

#include <string>

namespace afterstate {

/// The smallest valid recipe.
inline const std::string smallest = "[network]\ntuples = \"0123\"\n";

}  // namespace afterstate
