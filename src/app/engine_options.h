// The options that name an engine, shared by all commands.
#pragma once

#include <optional>
#include <string>

#include "app/command_line.h"
#include "engine/checks.h"
#include "engine/engine.h"

namespace afterstate::app {

/// At most one of them names the engine; empty if not given.
struct EngineOptions {
  std::string engine;    ///< the argument
  std::string model;     ///< --model
  std::string player;    ///< --player
  std::string database;  ///< --db
  std::string endgame;   ///< --endgame, a folder of endgame tables

  /// Whether no engine is named.
  bool none() const { return engine.empty() && model.empty() && player.empty() && database.empty(); }
};

/// The help text of --endgame.
inline constexpr auto endgame_help =
    "folder of endgame tables to use; default: AFTERSTATE_ENDGAME, or the folder of the model";

/// Declares --model, --db and --endgame.
void add_engine_options(Command& command, EngineOptions& options);

/// The argument of load_engine(); empty if no engine is named. Throws UserError if two are named.
std::string engine_spec(const EngineOptions& options);

/// Whether the model of an attacker will do.
enum class EngineRoles : std::uint8_t { defend, any };

/// The named engine or the default model, checked against the board size if one is given. Throws UserError.
SharedEngine load_chosen_engine(const EngineOptions& options, const std::optional<Size>& size, int threads = 0,
                                EngineRoles roles = EngineRoles::defend);

}  // namespace afterstate::app
