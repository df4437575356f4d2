// Engine files: several models in one archive, each responsible from an event of the game on. The header has a list
// "parts"; each part has the header of a model, whose sections are moved up by 1000 per part, or names the file of a
// model in the same folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/model_file.h"
#include "network/staging.h"

namespace afterstate {

struct ModelPart {
  std::optional<StageEvent> from;  ///< nothing for the first part, which begins every game
  Model model;
  std::uint64_t bytes = 0;  ///< of the file that contains it
};

/// The maximum number of parts of an engine file.
inline constexpr std::size_t max_parts = 32;

/// Whether it is an engine file, not a model; throws like load_model().
bool is_engine_file(const std::string& path);

/// Reads the values of a model, a checkpoint (one part each) or an engine file; throws like load_model(), and Failure
/// if the parts do not cover the game or do not fit together.
std::vector<ModelPart> load_parts(const std::string& path, int threads = 0);

/// Throws UserError if there is a file at that path that is neither a model nor an engine file. A checkpoint is none.
void check_model_target(const std::string& path);

/// A part of an engine file that is to be written.
struct JoinedPart {
  std::string path;                                     ///< of a model
  std::string from{};                                   ///< an event such as 16k+8k; empty for the first part
  std::optional<std::uint32_t> downgrade{};             ///< replaces that of the model
  std::optional<std::vector<EndgameWorth>> endgames{};  ///< replace those of the model
};

/// Writes an engine file, or a model if there is only one part. With `link`, the file only names those of its parts,
/// which must be in its folder. Throws UserError if the parts do not fit together, and like check_model_target().
void join_models(const std::string& target, const std::vector<JoinedPart>& parts, bool link);

}  // namespace afterstate
