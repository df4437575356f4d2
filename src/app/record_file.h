// Files of game records.
#pragma once

#include <cstdint>
#include <string>

#include "arena/replay.h"
#include "arena/summary.h"

namespace afterstate::app {

struct RecordFile {
  Summary summary;    ///< of all games
  GameRecord chosen;  ///< the one on the requested line
};

/// Reads a file and checks every game by replaying it. Throws UserError if there is no such file or line, Failure if a
/// record is damaged.
RecordFile read_records(const std::string& path, std::uint64_t line, Ending ending);

}  // namespace afterstate::app
