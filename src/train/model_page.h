// MODEL_CARD.md: what a model is, how it was trained, how strong it is, how to use it.
#pragma once

#include <string>

#include "model/model_file.h"
#include "train/recipe.h"

namespace afterstate {

/// Markdown.
std::string model_page(const Recipe& recipe, const ModelCard& card, const std::string& checksum,
                       const std::string& processor, int threads);

/// The command that plays with the model of a run; `folder` goes before the names of its files.
std::string command_to_try(const Recipe& recipe, const std::string& folder);

}  // namespace afterstate
