// The header of a model file: what it says of its network, and of how that was learned, as JSON.
#pragma once

#include <string>
#include <vector>

#include "value/any_network.h"
#include "value/model_card.h"

namespace afterstate {

struct ModelHeader {
  NetworkShape shape{};
  ModelCard card{};
  bool checkpoint = false;
  Keep keep = Keep::values;    ///< what the file keeps of each weight
  std::vector<float> steps{};  ///< empty where it is not packed
};

std::string to_text(const ModelHeader& header);

/// Throws std::exception for anything that does not belong there.
ModelHeader parse_model_header(const std::string& text);

}  // namespace afterstate
