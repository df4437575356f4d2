// The version of the program.
#pragma once

#include <string>

namespace afterstate::app {

/// "afterstate 0.2.0 (commit)", without the commit if it was not built from a repository.
std::string program_version();

}  // namespace afterstate::app
