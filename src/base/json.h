// JSON: one type, read and written in one place, so that its parser is compiled once and no text can exhaust the stack.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/json_fwd.h"

namespace afterstate {

/// Limits for texts from outside. Nested values are copied and written recursively; keys of an object are searched one
/// by one.
inline constexpr int max_json_depth = 32;
inline constexpr int max_json_keys = 1024;

/// Throws Failure, "`what` is not JSON", if it is not, or exceeds one of these limits.
Json parse_json(std::string_view text, std::string_view what);

/// The same, but null instead of an exception.
Json parse_json_or_null(std::string_view text);

/// On one line. Bytes that are not UTF-8, such as those of a file name, are replaced.
std::string json_text(const Json& json);

}  // namespace afterstate
