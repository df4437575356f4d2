// The header of a model file as JSON: the shape of its network, and its metadata.
#pragma once

#include <string>
#include <vector>

#include "model/model_card.h"
#include "network/any_network.h"

namespace afterstate {

struct ModelHeader {
  NetworkShape shape{};
  ModelCard card{};
  bool checkpoint = false;
  WeightKind keep = WeightKind::values;  ///< what the file stores per weight
  std::vector<float> steps{};            ///< empty if it is not packed
};

std::string to_text(const ModelHeader& header);

/// Throws std::exception if the text is not a valid header.
ModelHeader parse_model_header(const std::string& text);

}  // namespace afterstate
