// afterstate duel: the two-player game, in which an attacker places the tiles.
#include <fmt/format.h>

#include <cmath>

#include "app/duel_options.h"

namespace afterstate::app {

void add_duel_rules(Command& command, DuelRuleOptions& options) {
  add_rule_and_start(command, options);
  command.board_size(options.size);
}

void add_rule_and_start(Command& command, DuelRuleOptions& options) {
  command
      .optional("--rule", "RULE", options.rule,
                "what the attacker may place: 2or4 (rule of 2016), or 2 (rule of 2015); default: 2or4")
      .optional("--start", "START", options.start,
                "empty: the attacker places the first tile; two: two random tiles, as in the one-player game; "
                "default: empty");
}

DuelRules rules_of(const DuelRuleOptions& options, std::uint32_t opening,
                   const std::vector<const DuelPlayer*>& players) {
  const auto rule = parse_duel_rule(options.rule);
  return {agreed_size(options.size, rule, players), rule, parse_duel_start(options.start), opening};
}

void add_program_timeout(Command& command, std::uint64_t& seconds, bool timed) {
  command.count("--program-timeout", seconds, 1, 86'400,
                fmt::format("seconds that a program may take for an answer{}", timed ? ", beyond --time-ms" : ""));
}

double without_rounding_error(double score) {
  constexpr double largest_error = 1e-9;
  const double whole = std::round(score) + 0.0;  // not -0
  return std::abs(score - whole) < largest_error ? whole : score;
}

std::string score_text(double score) {
  const double exact = without_rounding_error(score);
  return fmt::format("{:.{}f}", exact, exact == std::floor(exact) ? 0 : 6);
}

void add_duel(CommandLine& line) {
  line.add_group("duel", "the two-player game: an attacker places the tiles, a defender slides them");
  add_duel_play(line);
  add_duel_solve(line);
  add_duel_exploit(line);
  add_duel_league(line);
  add_duel_bound(line);
}

}  // namespace afterstate::app
