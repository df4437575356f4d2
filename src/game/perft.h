// Counting whole trees of the game: the check that finds what examples miss.
#pragma once

#include <cstdint>
#include <span>

#include "game/size.h"

namespace afterstate {

/// The number of slide-and-spawn sequences of `depth` turns from a board: each legal slide, each empty cell, 2 and 4
/// counted apart. Throws Failure where it does not fit 64 bits.
std::uint64_t perft(std::span<const int> exponents, Size size, int depth);

}  // namespace afterstate
