// The best score for each board size and spawn law, kept between games.
#pragma once

#include <cstdint>

#include "game/size.h"
#include "game/spawn.h"

namespace afterstate::app {

/// 0 if there is none.
std::uint32_t best_score(Size size, SpawnLaw law);

/// Stores the score if it is better. Does nothing if the home directory cannot be written: a game must not fail because
/// of that.
void keep_best_score(Size size, SpawnLaw law, std::uint32_t score);

}  // namespace afterstate::app
