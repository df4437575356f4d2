// What commands that read a model check alike.
#pragma once

#include <optional>
#include <string>

#include "game/size.h"
#include "value/model_file.h"

namespace afterstate::app {

/// Throws UserError where a board size was given and the model is for another.
void check_board(const Model& model, const std::string& path, const std::optional<Size>& size);

}  // namespace afterstate::app
