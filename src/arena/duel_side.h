// One side of the two-player game: who attacks, or who defends.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "arena/duel_game.h"

namespace afterstate {

/// Who attacks or defends. Immutable; sessions of different threads are independent.
struct DuelSide {
  std::string name;                ///< as the user wrote it
  std::string description{};       ///< one line
  std::string file{};              ///< of its engine; empty if there is none
  std::optional<Size> size{};      ///< the board size it is for; nothing if any
  std::optional<DuelRule> rule{};  ///< the rule it is for; nothing if any
  /// Searches of the session stop if `stop` is requested.
  std::function<std::unique_ptr<DuelSession>(const DuelRules&, const std::stop_token& stop)> new_session{};
};

}  // namespace afterstate
