// Files of game records.
#pragma once

#include <cstdint>
#include <string>

#include "arena/replay.h"
#include "arena/summary.h"

namespace afterstate::app {

struct RecordFile {
  Summary summary;    ///< of all games
  GameRecord chosen;  ///< the one on the line that was asked for
};

/// Reads a file and checks every game by playing it again. Throws UserError where there is no such file or line,
/// Failure where a record is damaged.
RecordFile read_records(const std::string& path, std::uint64_t line, Ending ending);

}  // namespace afterstate::app
