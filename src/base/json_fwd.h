// The name of the type in base/json.h, for headers that only mention it.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace afterstate {

/// Keys stay in the order in which they were added.
using Json = nlohmann::ordered_json;

}  // namespace afterstate
