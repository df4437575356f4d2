// Loads an engine by its name: the only place where names are resolved.
#pragma once

#include <optional>
#include <string>

#include "engine/engine.h"
#include "engine/load_plan.h"

namespace afterstate {

/// `default` for the model that comes with the program, `strong` for the same with endgame tables, a file of any kind
/// (model, checkpoint, value database, which is recognised by its content), the name of a built-in player, or
/// perfect:FILE for a value database. Throws UserError if it is none of these, and Failure if the file is damaged.
/// `plan`: threads to load with, endgame tables.
SharedEngine load_engine(const std::string& spec, const LoadPlan& plan = {});

/// The same for an engine of either role of the two-player game: load_engine() refuses those that attack.
SharedEngine load_duel_engine(const std::string& spec, const LoadPlan& plan = {});

/// The engine to use if none is named: the default model, which is for 4x4. Throws UserError for another board size and
/// if there is no such model; the message ends with what to do `instead`.
SharedEngine load_default_engine(const std::optional<Size>& size, const std::string& instead,
                                 const LoadPlan& plan = {});

/// How an engine may be named, for help texts.
std::string engine_help();

}  // namespace afterstate
