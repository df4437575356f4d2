// What the commands of `afterstate duel` share.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/command_line.h"
#include "arena/duel_player.h"

namespace afterstate::app {

/// --rule, --start and --board.
struct DuelRuleOptions {
  std::string rule{name_of(DuelRule::two_or_four)};
  std::string start{name_of(DuelStart::empty)};
  std::optional<Size> size;
};
void add_duel_rules(Command& command, DuelRuleOptions& options);

/// The same without --board.
void add_rule_and_start(Command& command, DuelRuleOptions& options);

/// Throws UserError. The size is that of the players if none was given.
DuelRules rules_of(const DuelRuleOptions& options, std::uint32_t opening,
                   const std::vector<const DuelPlayer*>& players);

/// Seconds for an answer of a program, declared as --program-timeout. `timed`: the command has --time-ms.
void add_program_timeout(Command& command, std::uint64_t& seconds, bool timed);

/// A mean that is a whole number but for rounding errors becomes that number.
double without_rounding_error(double score);

/// Whole numbers without decimals.
std::string score_text(double score);

/// A person at the terminal, as one side of a game.
DuelSide person_side(Role role);

// One function per subcommand, in the file of that name.
void add_duel_play(CommandLine& line);
void add_duel_solve(CommandLine& line);
void add_duel_exploit(CommandLine& line);
void add_duel_league(CommandLine& line);
void add_duel_bound(CommandLine& line);

}  // namespace afterstate::app
