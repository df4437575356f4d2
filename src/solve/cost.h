// Estimates what a solve needs before it starts.
#pragma once

#include <string>

#include "game/size.h"

namespace afterstate {

struct SolveCost {
  double states = 0;  ///< up to symmetry
  double memory = 0;  ///< bytes
  double disk = 0;    ///< bytes: the database, and the layer store during the solve
};

/// An estimate for the objective `score`, which needs the most; it is less if only one kind of tile spawns.
SolveCost expected_cost(Size size);

/// The layer store of the solve that creates the database `out`.
inline std::string layers_path(const std::string& out) { return out + ".layers"; }

/// Throws UserError with the figures if the machine has less; `out` is the database to be written.
void check_cost(Size size, const std::string& out);

}  // namespace afterstate
