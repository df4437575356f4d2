// Players of the two-player game by name.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "arena/duel_game.h"
#include "engine/engine.h"

namespace afterstate {

/// Who attacks or defends. Immutable; sessions of different threads are independent.
struct DuelSide {
  std::string name;                ///< as the user wrote it
  std::string description{};       ///< one line
  std::optional<Size> size{};      ///< the board size it is for; nothing if any
  std::optional<DuelRule> rule{};  ///< the rule it is for; nothing if any
  /// Searches of the session stop if `stop` is requested.
  std::function<std::unique_ptr<DuelSession>(const DuelRules&, const std::stop_token& stop)> new_session{};
};

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
  std::optional<std::uint64_t> time_ms{};  ///< per move
  int threads = 1;                         ///< per move
};

/// Which roles a player must be able to play.
enum class DuelRoles : std::uint8_t { attack, defend, both };

/// Makes players from their names; an engine that is named twice is loaded once.
class DuelPlayers {
 public:
  /// Makes a side from what follows its prefix.
  using MakeSide = std::function<DuelSide(const std::string& argument, Role role)>;

  /// `others` are further kinds of players by name ("person") or prefix ("program:").
  explicit DuelPlayers(DuelSearch search, std::map<std::string, MakeSide> others = {})
      : search_(search), others_(std::move(others)) {}

  /// random, ENGINE (greedy), worst:ENGINE, minimax:ENGINE@PLIES, expectimax:ENGINE@DEPTH, perfect:DB, another kind, or
  /// NAME=ATTACKER,DEFENDER. Throws UserError if there is no such player, or it cannot play the role.
  DuelPlayer player(const std::string& text, DuelRoles roles);

  DuelSide side(const std::string& text, Role role);

 private:
  SharedEngine engine(const std::string& spec);
  DuelSide engine_side(const std::string& text, const std::string& spec, Role role, const SearchPlan& plan,
                       const std::string& how);

  DuelSearch search_;
  std::map<std::string, MakeSide> others_;
  std::map<std::string, SharedEngine> engines_;
};

/// The size that was asked for, else that of the first player that is for one size, else 4x4. Throws UserError if a
/// player is for another size or another rule.
Size agreed_size(const std::optional<Size>& wanted, DuelRule rule, std::initializer_list<const DuelPlayer*> players);

/// How a player may be written, for help texts.
std::string duel_player_help();

}  // namespace afterstate
