// What commands that take a model or a value database do alike.
#pragma once

#include <optional>
#include <string>

#include "app/command_line.h"
#include "arena/adviser.h"
#include "game/size.h"
#include "game/spawn.h"

namespace afterstate::app {

/// Names of files, empty where none was given.
struct JudgeOptions {
  std::string model_path;
  std::string database_path;

  bool none() const { return model_path.empty() && database_path.empty(); }
};

/// Declares --model and --db.
void add_judge_options(Command& command, JudgeOptions& options);

/// Throws UserError where a board size was given and the file is for another.
void check_size(const std::string& path, Size own, const std::optional<Size>& wanted);

/// Throws UserError where a spawn law was given and the database was solved for another.
void check_law(const std::string& path, SpawnLaw own, const std::optional<SpawnLaw>& wanted);

/// Throws UserError where a database of chances is to be searched: merges are worth nothing in it, and it is exact.
void check_search(const std::string& path, const ValueDatabase& database, const SearchPlan& search);

/// The model or the database, or the default model where neither is named; throws UserError where both are, or where it
/// is for another size or cannot look ahead so.
Adviser load_adviser(const JudgeOptions& options, const SearchPlan& search, const std::optional<Size>& size);

}  // namespace afterstate::app
