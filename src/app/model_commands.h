// Shared by the subcommands of 'model'.
#pragma once

#include <string>

#include "app/command_line.h"

namespace afterstate::app {

/// Throws UserError if the output would overwrite the input.
void refuse_same_file(const std::string& source, const std::string& target);

void add_model_pack(CommandLine& line);
void add_model_join(CommandLine& line);
void add_model_export(CommandLine& line);

}  // namespace afterstate::app
