// A model as JSON, as `model info --json` prints it and the server returns it.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "model/model_file.h"

namespace afterstate {

/// `file_bytes` is the size of its file.
nlohmann::ordered_json model_json(const Model& model, std::uint64_t file_bytes);

}  // namespace afterstate
