// Game records: one line of JSON per game, with everything needed to replay it and to check every rule.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/direction.h"
#include "game/duel.h"
#include "game/size.h"
#include "game/spawn.h"

namespace afterstate {

/// Random placements of the longest opening.
inline constexpr std::uint32_t max_duel_opening = 1000;

/// What a record of the two-player game has besides.
struct DuelTerms {
  DuelRule rule = DuelRule::two_or_four;
  DuelStart start = DuelStart::empty;
  std::uint32_t opening = 0;  ///< random placements at the start
  std::string attacker{};

  friend bool operator==(const DuelTerms&, const DuelTerms&) = default;
};

struct GameRecord {
  struct Turn {
    Direction move;
    Spawn spawn;

    friend bool operator==(const Turn&, const Turn&) = default;
  };

  Size size;
  std::string player;
  std::uint64_t seed = 0;
  std::uint64_t game = 0;
  SpawnLaw law;
  std::vector<int> start;  ///< exponents, cell by cell, when the first slide is made
  std::vector<Turn> turns;
  std::uint32_t score = 0;
  std::optional<DuelTerms> duel{};  ///< then `player` is the defender
};

/// The record as one line of JSON, without a newline.
std::string to_json_line(const GameRecord& record);

/// Reads a line that to_json_line() or another program wrote: "start", "moves", "spawns" and "score" are required,
/// the rest is optional. Throws Failure if the line is invalid; replay() checks the rules of the game.
GameRecord parse_record(std::string_view line);

}  // namespace afterstate
