// What a solve takes, before it starts.
#pragma once

#include <string>

#include "game/size.h"

namespace afterstate {

struct SolveCost {
  double states = 0;  ///< up to symmetry
  double memory = 0;  ///< bytes
  double disk = 0;    ///< bytes: the database, and beside it what is not finished
};

/// An estimate for the score, which needs most; spawns of one kind alone need less.
SolveCost expected_cost(Size size);

/// Where a solve keeps what it has finished while it makes the database `out`.
inline std::string layers_path(const std::string& out) { return out + ".layers"; }

/// Throws UserError with the figures where the machine has less; `out` is the database that is to be written.
void check_cost(Size size, const std::string& out);

}  // namespace afterstate
