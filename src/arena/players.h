// The players that need no model, by name.
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "arena/greedy_player.h"
#include "arena/heuristic_player.h"
#include "arena/player.h"
#include "arena/random_player.h"

namespace afterstate {

struct PlayerKind {
  std::string_view name;
  std::string_view description;
};

inline constexpr std::array<PlayerKind, 3> player_kinds{{
    {"random", "uniform over the legal moves"},
    {"greedy", "the largest reward, equal ones by lot"},
    {"heuristic", "a hand-made evaluation: empty cells, merges to come, order of the tiles"},
}};

/// Whoever plays by a value database is called so.
inline constexpr std::string_view perfect_player = "perfect";

/// Throws UserError for a name that is not among player_kinds.
void check_player(std::string_view name);

template <class Board>
std::unique_ptr<Player<Board>> make_player(std::string_view name) {
  check_player(name);
  if (name == "random") return std::make_unique<RandomPlayer<Board>>();
  if (name == "greedy") return std::make_unique<GreedyPlayer<Board>>();
  return std::make_unique<HeuristicPlayer<Board>>();
}

}  // namespace afterstate
