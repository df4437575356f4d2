// A slide on a board of a size that is known at run time only.
#pragma once

#include <cstdint>
#include <optional>

#include "game/direction.h"
#include "game/packed_board.h"

namespace afterstate {

struct PackedSlide {
  PackedBoard afterstate;
  std::uint32_t reward = 0;
};

/// Nothing if the slide is illegal.
std::optional<PackedSlide> packed_slide(const PackedBoard& board, Size size, Direction direction);

}  // namespace afterstate
