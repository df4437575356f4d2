// Plays many games on several threads. The games do not depend on the number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/game.h"
#include "engine/engine.h"

namespace afterstate {

struct GamesPlan {
  SharedEngine engine;  ///< the player; engine/checks.h checks that it fits the rest
  Size size{};
  SearchPlan search{};
  SpawnLaw law{};
  std::uint64_t seed = 1;
  std::uint64_t first_game = 0;
  std::uint64_t games = 1;
  int threads = 0;
  bool record = false;
  std::vector<PackedBoard> starts{};  ///< afterstates: game n starts with a spawn on number n of these, in turn
};

/// A finished game; `record` is a line of JSON if the plan asks for it, else empty.
struct FinishedGame {
  std::uint64_t game;
  Outcome outcome;
  std::string record;
  SearchCounts search{};
};

/// Plays the games and passes them to `deliver` one at a time, in the order of their numbers. If `stop` is requested,
/// games in progress are abandoned within a move, so that the numbers of the delivered games may have gaps.
void play_games(const GamesPlan& plan, const std::function<void(const FinishedGame&)>& deliver,
                const std::stop_token& stop = {});

}  // namespace afterstate
