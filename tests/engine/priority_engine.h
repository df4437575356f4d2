// The example of docs/extending.md.
#pragma once

#include <string>

#include "engine/engine.h"

namespace afterstate {

SharedEngine load_priority_engine(const std::string& path, const std::string& name, int threads);

}  // namespace afterstate
