// The header of a model file as JSON: the shape of its network, and its metadata.
#pragma once

#include <string>
#include <string_view>
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

/// The kind that the header of an engine file (model/engine_file.h) has.
inline constexpr std::string_view engine_kind = "engine";

/// Whether a header is that of an engine file, not of a model.
bool is_engine_header(const std::string& text);

std::string to_text(const ModelHeader& header);

/// Throws std::exception if the text is not a valid header.
ModelHeader parse_model_header(const std::string& text);

}  // namespace afterstate
