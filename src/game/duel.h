// The two-player game: an attacker places the tiles, a defender slides them and scores.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "game/packed_board.h"
#include "game/spawn.h"

namespace afterstate {

/// Of a player. A value function belongs to a role too: a defender's values afterstates, an attacker's values boards
/// after a placement. Both mean the score that is still to come, which the attacker wants to be small.
enum class Role : std::uint8_t { defend, attack };

inline constexpr std::array<std::pair<std::string_view, Role>, 2> role_names{
    {{"defend", Role::defend}, {"attack", Role::attack}}};

/// What the attacker may place: a 2 or a 4, as it likes (the rule of 2016), or only 2s (the rule of 2015).
enum class DuelRule : std::uint8_t { two_or_four, two };

inline constexpr std::array<std::pair<std::string_view, DuelRule>, 2> duel_rule_names{
    {{"2or4", DuelRule::two_or_four}, {"2", DuelRule::two}}};

/// Where a game begins: the attacker places the first tile on an empty board, or the defender slides first on a board
/// with two random tiles, as in the one-player game.
enum class DuelStart : std::uint8_t { empty, two };

inline constexpr std::array<std::pair<std::string_view, DuelStart>, 2> duel_start_names{
    {{"empty", DuelStart::empty}, {"two", DuelStart::two}}};

constexpr std::string_view name_of(Role role) { return role_names[static_cast<std::size_t>(role)].first; }
constexpr std::string_view name_of(DuelRule rule) { return duel_rule_names[static_cast<std::size_t>(rule)].first; }
constexpr std::string_view name_of(DuelStart start) { return duel_start_names[static_cast<std::size_t>(start)].first; }

/// Read a name; throw UserError that lists the names.
Role parse_role(std::string_view name);
DuelRule parse_duel_rule(std::string_view name);
DuelStart parse_duel_start(std::string_view name);

/// The tiles that may be placed, and their probabilities where tiles are placed at random: in openings and in learning.
constexpr SpawnLaw law_of(DuelRule rule) { return {rule == DuelRule::two ? 0 : 0.1}; }

/// The same for the random attacker, which places 2s and 4s evenly.
constexpr SpawnLaw random_attacker_law(DuelRule rule) { return {rule == DuelRule::two ? 0 : 0.5}; }

/// Throws Failure if a placement breaks a rule.
void check_placement(Spawn placement, const PackedBoard& afterstate, Size size, DuelRule rule);

/// The plies of a search that looks `depth` own moves ahead: both sides are counted.
constexpr int plies_of_depth(int depth) { return 2 * depth - 1; }

/// Why a search cannot have an even number of plies.
std::string even_plies_text(std::uint64_t plies);

/// The rounds, each a move of the opponent and an own one, that a search looks beyond the move.
constexpr int rounds_of_plies(int plies) { return (plies - 1) / 2; }

}  // namespace afterstate
