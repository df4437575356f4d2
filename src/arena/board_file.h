// Files of boards: text, one afterstate per line as a user writes boards; lines that begin with # are comments.
#pragma once

#include <string>
#include <vector>

#include "game/packed_board.h"

namespace afterstate {

/// Throws UserError if the file does not exist, Failure that names the line if one is not a board of this size.
std::vector<PackedBoard> read_boards(const std::string& path, Size size);

}  // namespace afterstate
