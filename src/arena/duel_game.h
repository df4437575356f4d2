// One game of the two-player game: an attacker places tiles, a defender slides them.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/game.h"
#include "arena/record.h"
#include "game/duel.h"
#include "game/duel_session.h"
#include "game/packed_game.h"

namespace afterstate {

struct DuelRules {
  Size size{};
  DuelRule rule = DuelRule::two_or_four;
  DuelStart start = DuelStart::empty;
  std::uint32_t opening = 10;  ///< random placements, with random slides between them, before the players take over

  friend bool operator==(const DuelRules&, const DuelRules&) = default;
};

/// The start of a game: its first board on which the defender slides, and random turns.
struct DuelOpening {
  std::vector<int> start;  ///< exponents, cell by cell; all zero if the attacker itself places the first tile
  std::vector<GameRecord::Turn> turns;
};

/// Depends on the seed and the number alone, whoever plays. After it the defender can slide: an opening that ends the
/// game is drawn again and, on boards that are too small for it, made shorter.
DuelOpening opening_of(const DuelRules& rules, std::uint64_t seed, std::uint64_t number);

/// The record of a game that is yet to be played.
GameRecord new_duel_record(const DuelRules& rules, std::uint64_t seed, std::uint64_t number, std::string attacker,
                           std::string defender);

/// A number that equal games share and others almost certainly do not.
std::uint64_t identity_of(const GameRecord& record);

/// A finished game.
struct PlayedDuel {
  Outcome outcome;
  std::uint64_t identity;
};

/// Plays until the defender cannot slide; nothing if `stop` is requested before. Throws Failure if a player breaks a
/// rule, which only programs and people can. Writes the turns to `record`.
std::optional<PlayedDuel> play_duel(const DuelRules& rules, DuelSession& attacker, DuelSession& defender,
                                    std::uint64_t seed, std::uint64_t number, GameRecord& record,
                                    const std::stop_token& stop = {});

}  // namespace afterstate
