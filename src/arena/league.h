// A league of the two-player game: all against all, in both roles, over the same openings.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "arena/duel_player.h"
#include "arena/league_scores.h"

namespace afterstate {

struct LeaguePlan {
  DuelRules rules{};
  std::vector<DuelPlayer> players;  ///< each with both sides, and a name of its own
  std::uint64_t seed = 1;
  std::uint64_t openings = 1;
  int threads = 0;
};

/// Asks every side that is another program for one move, so that one that does not work is noticed before the first
/// game. Throws Failure, as the games would.
void try_programs(const LeaguePlan& plan, const std::stop_token& stop = {});

/// Plays the games that `scores` does not have yet and passes each to `finished` as soon as it is over, in any order
/// and one at a time. A game depends on the seed, the opening and its two players alone. If `stop` is requested, games
/// in progress are abandoned.
void play_league(const LeaguePlan& plan, const LeagueScores& scores,
                 const std::function<void(const LeagueGame& game, const GameRecord& record)>& finished,
                 const std::stop_token& stop = {});

}  // namespace afterstate
