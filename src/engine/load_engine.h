// Loads an engine by its name: the only place where names are resolved.
#pragma once

#include <optional>
#include <string>

#include "engine/engine.h"

namespace afterstate {

/// `default` for the model that comes with the program, a file of any kind (model, checkpoint, value database, which is
/// recognised by its content), the name of a built-in player, or perfect:FILE for a value database. Throws UserError if
/// it is none of these, and Failure if the file is damaged. Loads on `threads` threads, 0 for all cores.
SharedEngine load_engine(const std::string& spec, int threads = 0);

/// The same for an engine of either role of the two-player game: load_engine() refuses those that attack.
SharedEngine load_duel_engine(const std::string& spec, int threads = 0);

/// The engine to use if none is named: the default model, which is for 4x4. Throws UserError for another board size and
/// if there is no such model; the message ends with what to do `instead`.
SharedEngine load_default_engine(const std::optional<Size>& size, const std::string& instead, int threads = 0);

/// How an engine may be named, for help texts.
std::string engine_help();

}  // namespace afterstate
