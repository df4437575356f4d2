// What the commands of the group 'model' share with each other and with the server.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "app/command_line.h"
#include "value/model_file.h"

namespace afterstate::app {

/// Throws UserError where a model would be written over what it is made from.
void refuse_same_file(const std::string& source, const std::string& target);

/// What `model info --json` prints of a model and the size of its file.
nlohmann::ordered_json model_json(const Model& model, std::uint64_t file_bytes);

void add_model_pack(CommandLine& line);

}  // namespace afterstate::app
