// Suggestions for misspelt names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace afterstate {

/// The minimum number of insertions, deletions, replacements and swaps of neighbours that turn `from` into `to`.
int edit_distance(std::string_view from, std::string_view to);

/// " (did you mean 'NAME'?)" for the nearest name, or an empty string if none is close.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& names);

}  // namespace afterstate
