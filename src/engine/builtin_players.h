// The players that need no file: random, greedy and a hand-crafted evaluation.
#pragma once

#include <array>
#include <string_view>

#include "engine/engine.h"

namespace afterstate {

struct BuiltinPlayer {
  std::string_view name;
  std::string_view description;
};

inline constexpr std::array<BuiltinPlayer, 3> builtin_players{{
    {"random", "any legal move, uniformly at random"},
    {"greedy", "the move with the largest immediate reward, ties broken at random"},
    {"heuristic", "a hand-crafted evaluation: empty cells, possible merges, order of the tiles"},
}};

/// Null if there is no player of that name.
SharedEngine builtin_engine(std::string_view name);

}  // namespace afterstate
