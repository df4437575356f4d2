// A model as JSON, as `model info --json` prints it and the server returns it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/json_fwd.h"
#include "model/engine_file.h"
#include "model/model_file.h"

namespace afterstate {

/// `file_bytes` is the size of its file.
Json model_json(const Model& model, std::uint64_t file_bytes);

/// The same of an engine file: the keys of its first part, and all of them in a list "parts".
Json parts_json(const std::vector<ModelPart>& parts);

}  // namespace afterstate
