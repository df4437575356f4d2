// Many games on many threads, the same games whatever their number.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "arena/game.h"
#include "game/size.h"
#include "game/spawn.h"
#include "solve/database.h"
#include "value/any_network.h"

namespace afterstate {

struct GamesPlan {
  Size size{};
  std::string player = "random";            ///< one of player_kinds, or what the network is called
  const AnyNetwork* network = nullptr;      ///< plays where it is given; its board has the plan's size
  const ValueDatabase* database = nullptr;  ///< the same for perfect play
  SearchPlan search{};                      ///< how far a network or a database looks ahead
  SpawnLaw law{};
  std::uint64_t seed = 1;
  std::uint64_t first_game = 0;
  std::uint64_t games = 1;
  int threads = 0;
  bool record = false;
};

/// A game that is over; `record` is a line of JSON where the plan asks for it, else empty.
struct FinishedGame {
  std::uint64_t game;
  Outcome outcome;
  std::string record;
  SearchCounts search{};
};

/// Plays the games and hands them to `deliver` in the order of their numbers, one at a time. Where `stop` is asked for,
/// games under way are finished and no others begun, and what was delivered is a run of games without a gap.
void play_games(const GamesPlan& plan, const std::function<void(const FinishedGame&)>& deliver,
                const std::stop_token& stop = {});

}  // namespace afterstate
