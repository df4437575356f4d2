// Whoever plays, as the command line names one.
#pragma once

#include <optional>
#include <string>

#include "arena/games.h"
#include "value/model_file.h"

namespace afterstate::app {

/// How contestants may be named, for help.
std::string contestant_help();

/// A player with what it plays by.
class Contestant {
 public:
  /// By a model file; "default" is the model that comes with the program.
  static Contestant model(const std::string& path, int threads);
  /// By a value database.
  static Contestant perfect(const std::string& path);
  /// One of player_kinds, or whatever of the above `name` means: perfect:FILE, default, or a file. Throws UserError.
  static Contestant named(const std::string& name, int threads);

  const std::string& name() const { return name_; }
  const ValueDatabase* database() const { return database_ ? &*database_ : nullptr; }
  const AnyNetwork* network() const { return model_ ? &model_->network : nullptr; }

  /// Of what it plays by; nothing where it plays on every board.
  std::optional<Size> size() const;
  std::optional<SpawnLaw> law() const;

  /// Makes it the player of a plan; `search` is how far it looks ahead. Throws UserError where the plan's board or
  /// spawns are others, or where it cannot look ahead. The plan refers to the contestant.
  void take_part(GamesPlan& plan, const SearchPlan& search) const;

 private:
  std::string name_;
  std::string file_;  ///< that it plays by, where there is one
  std::optional<Model> model_;
  std::optional<ValueDatabase> database_;
};

}  // namespace afterstate::app
