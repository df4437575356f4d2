// The folder of a league: its settings and its finished games, to which a league that was interrupted returns.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "arena/record.h"
#include "base/json_fwd.h"

namespace afterstate {

/// One process at a time. `games.jsonl` has one game record per line, each written as soon as the game is over; a line
/// that was not written to its end is dropped when the folder is opened again.
class LeagueFolder {
 public:
  /// Creates the folder, or continues in it. Throws UserError if it holds another league, one with other `settings`, or
  /// something else, or another process uses it. Before the first game it is no league yet and has no settings.
  LeagueFolder(std::filesystem::path folder, const Json& settings);
  ~LeagueFolder();
  LeagueFolder(const LeagueFolder&) = delete;
  LeagueFolder& operator=(const LeagueFolder&) = delete;

  /// Passes every finished game to `visit`, which may throw Failure. Throws Failure, which names the line, if that is
  /// damaged.
  void read_games(const std::function<void(const GameRecord& record)>& visit) const;

  /// After this, the game survives the end of this process; after a second, that of the machine.
  void add(const GameRecord& record);

  /// Replaces a file.
  void write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path games_path() const;
  bool has_settings() const;
  void check_settings(const Json& settings) const;

  std::filesystem::path folder_;
  std::string new_settings_;  ///< to be written with the first game; empty if the folder has them
  int games_ = -1;            ///< descriptor of the file, locked
  std::chrono::steady_clock::time_point synced_ = std::chrono::steady_clock::now();
};

}  // namespace afterstate
