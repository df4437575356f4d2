// Counts complete game trees: a check that finds errors which examples miss.
#pragma once

#include <cstdint>
#include <span>

#include "game/size.h"

namespace afterstate {

/// The number of slide-and-spawn sequences of `depth` turns from a board: each legal slide, each empty cell, 2 and 4
/// counted separately. Throws Failure if it does not fit in 64 bits.
std::uint64_t perft(std::span<const int> exponents, Size size, int depth);

}  // namespace afterstate
