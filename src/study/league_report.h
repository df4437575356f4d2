// The report of a league: JSON, Markdown with tables, and the crosstable as a picture.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/league.h"
#include "arena/league_ratings.h"
#include "base/json_fwd.h"

namespace afterstate {

/// Of the openings of which every game is finished; at least one.
struct LeagueResult {
  std::uint64_t openings = 0;
  std::uint64_t distinct = 0;  ///< games that differ from all others
  LeagueRatings ratings;
};

/// The same bytes for the same games, however often the league was interrupted.
Json league_json(const LeaguePlan& plan, const LeagueResult& result);
std::string league_markdown(const LeaguePlan& plan, const LeagueResult& result);
std::string league_svg(const LeaguePlan& plan, const LeagueResult& result);

}  // namespace afterstate
