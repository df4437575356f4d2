// Subcommands of endgame that have a file of their own.
#pragma once

#include "app/command_line.h"

namespace afterstate::app {

void add_endgame_fit(CommandLine& line);

}  // namespace afterstate::app
