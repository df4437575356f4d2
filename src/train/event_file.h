// TensorBoard event files (train --tensorboard): the scalars of every measurement, as records of protocol buffers. What
// is written of the format is documented in docs/learning.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "base/json_fwd.h"

namespace afterstate {

using Scalars = std::vector<std::pair<std::string, float>>;

/// The scalars of a line of log.jsonl by their tags, such as "score/mean" and "tiles/2048".
Scalars scalars_of(const Json& line);

class EventFile {
 public:
  /// Begins a new file in the folder of a run. If the folder has none yet, the measurements so far are copied to it;
  /// otherwise TensorBoard is told to forget what the older files have beyond `actions`. Throws Failure.
  EventFile(const std::filesystem::path& folder, std::uint64_t actions);

  /// Adds a line of log.jsonl. Throws Failure if the disk is full.
  void add(const Json& line);

 private:
  void add_measured(const Json& line, double wall_time);
  void add_record(const std::string& event);

  std::filesystem::path path_;
  std::ofstream file_;
};

}  // namespace afterstate
