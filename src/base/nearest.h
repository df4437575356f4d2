// Suggestions for misspelt names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace afterstate {

/// The number of letters to insert, delete, replace or swap with their neighbour to turn one word into the other.
int edit_distance(std::string_view from, std::string_view to);

/// " (did you mean 'NAME'?)" for the nearest of the names, or nothing where none is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& names);

}  // namespace afterstate
