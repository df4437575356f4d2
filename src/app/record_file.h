// Files of game records.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "arena/replay.h"
#include "arena/summary.h"

namespace afterstate::app {

struct RecordFile {
  Summary summary;    ///< of all games
  GameRecord chosen;  ///< the one on the requested line
};

/// Throws UserError if the file exists and is not empty. `option` names the file on the command line.
void check_can_create(const std::string& path, std::string_view option = "--record");

/// Adds games to a file of game records, which is created if it does not exist. Each game is on disk when add()
/// returns.
class RecordAppender {
 public:
  /// Throws UserError if the file cannot be written or holds something else.
  explicit RecordAppender(std::string path);

  void add(const GameRecord& record);

 private:
  std::string path_;
  bool inside_line_ = false;  ///< the file ends with a line that lacks its newline
};

/// Receives a game that was checked by replaying it.
using VisitRecord = std::function<void(GameRecord record, const Outcome& outcome)>;

/// Calls `visit` with every game of a file. Throws like read_records().
void for_each_record(const std::string& path, Ending ending, const VisitRecord& visit);

/// Reads a file and checks every game by replaying it. Throws UserError if there is no such file or line, Failure if a
/// record is damaged or, unless the ending allows it, unfinished.
RecordFile read_records(const std::string& path, std::uint64_t line, Ending ending);

}  // namespace afterstate::app
