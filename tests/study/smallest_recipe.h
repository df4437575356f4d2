#pragma once

#include <string>

namespace afterstate {

/// A recipe that says no more than it must.
inline const std::string smallest = "[network]\ntuples = \"0123\"\n";

}  // namespace afterstate
