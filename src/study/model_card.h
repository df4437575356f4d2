// The page that goes with a model: what it is, how it was learned, how strong it is, how to use it.
#pragma once

#include <string>

#include "study/recipe.h"
#include "value/model_file.h"

namespace afterstate {

/// Markdown.
std::string model_card_of(const Recipe& recipe, const ModelCard& card, const std::string& checksum,
                          const std::string& processor, int threads);

}  // namespace afterstate
