// Players of the two-player game by name.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/duel_program.h"
#include "arena/duel_side.h"
#include "engine/engine.h"

namespace afterstate {

/// Plays greedily with an engine that is loaded already. A defender's engine attacks with the placement that it likes
/// least.
DuelSide greedy_side(const SharedEngine& engine, Role role);

/// A side for each role that was asked for.
struct DuelPlayer {
  std::string name;
  std::optional<DuelSide> attacker{};
  std::optional<DuelSide> defender{};
};

/// How sides that search do so.
struct DuelSearch {
  std::optional<std::uint64_t> time_ms{};           ///< per move
  int threads = 1;                                  ///< per move
  std::chrono::milliseconds program_limit{10'000};  ///< for each answer of a program, beyond `time_ms`
};

/// Which roles a player must be able to play.
enum class DuelRoles : std::uint8_t { attack, defend, both };

/// Makes players from their names; an engine that is named twice is loaded once.
class DuelPlayers {
 public:
  using MakeSide = std::function<DuelSide(Role role)>;

  /// `others` are further players by name, such as "person".
  explicit DuelPlayers(DuelSearch search, std::map<std::string, MakeSide> others = {})
      : search_(search), others_(std::move(others)) {}

  /// random, ENGINE (greedy), worst:ENGINE, minimax:ENGINE@PLIES, expectimax:ENGINE@DEPTH, perfect:DB, program:COMMAND,
  /// another by name, or NAME=ATTACKER,DEFENDER. Throws UserError if there is no such player, or it cannot play the
  /// role.
  DuelPlayer player(const std::string& text, DuelRoles roles);

  DuelSide side(const std::string& text, Role role);

 private:
  SharedEngine engine(const std::string& spec);
  SearchPlan searched_plan(const std::optional<std::uint64_t>& depth, bool adversary) const;
  DuelSide minimax_side(const std::string& text, const std::string& argument, Role role);
  DuelSide expectimax_side(const std::string& text, const std::string& argument, Role role);
  DuelSide worst_side(const std::string& text, const std::string& spec, Role role);
  DuelSide engine_side(const std::string& text, const std::string& spec, const SearchPlan& plan,
                       const std::string& how);

  DuelSearch search_;
  std::map<std::string, MakeSide> others_;
  std::map<std::string, SharedEngine> engines_;
};

/// The size that was asked for, else that of the first player that is for one size, else 4x4. Throws UserError if a
/// player is for another size or another rule.
Size agreed_size(const std::optional<Size>& wanted, DuelRule rule, const std::vector<const DuelPlayer*>& players);

/// How a player may be written, for help texts.
std::string duel_player_help();

}  // namespace afterstate
