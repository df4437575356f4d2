// A model as JSON, as `model info --json` prints it and the server returns it.
#pragma once

#include <cstdint>

#include "base/json_fwd.h"
#include "model/model_file.h"

namespace afterstate {

/// `file_bytes` is the size of its file.
Json model_json(const Model& model, std::uint64_t file_bytes);

}  // namespace afterstate
