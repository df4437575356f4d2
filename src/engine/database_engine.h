// Engines with the exact values of small boards, read from a value database.
#pragma once

#include <string>

#include "engine/engine.h"
#include "engine/load_plan.h"

namespace afterstate {

/// Opens a value database written by `afterstate solve` or `afterstate duel solve`.
SharedEngine load_database_engine(const std::string& path, const std::string& name, const LoadPlan& plan);

}  // namespace afterstate
