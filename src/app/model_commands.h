// What the commands of the group 'model' share.
#pragma once

#include <string>

#include "app/command_line.h"

namespace afterstate::app {

/// Throws UserError where a model would be written over what it is made from.
void refuse_same_file(const std::string& source, const std::string& target);

void add_model_pack(CommandLine& line);

}  // namespace afterstate::app
