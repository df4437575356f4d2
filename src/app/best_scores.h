// The best score of each board size and spawn law, kept from one game to the next.
#pragma once

#include <cstdint>

#include "game/size.h"
#include "game/spawn.h"

namespace afterstate::app {

/// 0 where none is kept.
std::uint32_t best_score(Size size, SpawnLaw law);

/// Keeps the score where it is better. A home that cannot be written is no reason to spoil a game: nothing is kept
/// then.
void keep_best_score(Size size, SpawnLaw law, std::uint32_t score);

}  // namespace afterstate::app
