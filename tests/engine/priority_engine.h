// The example of docs/extending.md.
#pragma once

#include <string>

#include "engine/engine.h"
#include "engine/load_plan.h"

namespace afterstate {

SharedEngine load_priority_engine(const std::string& path, const std::string& name, const LoadPlan& plan);

}  // namespace afterstate
