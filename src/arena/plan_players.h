// From a plan to the players that it names, on the boards that it is for.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <variant>

#include "arena/games.h"
#include "arena/network_player.h"
#include "arena/perfect_player.h"
#include "arena/players.h"
#include "arena/search_player.h"
#include "value/network_value.h"

namespace afterstate {

/// Makes one player; each thread needs its own.
template <class Board>
using PlayerMaker = std::function<std::unique_ptr<Player<Board>>()>;

namespace detail {

template <class Network>
std::unique_ptr<Player<typename Network::Board>> network_player(const Network& network, const GamesPlan& plan) {
  if (plan.search.greedy()) return std::make_unique<NetworkPlayer<Network>>(network);
  if constexpr (std::is_same_v<typename Network::Weight, ValueWeight>)
    return std::make_unique<SearchPlayer<NetworkValue<Network>>>(NetworkValue{network}, plan.search, plan.law);
  throw std::logic_error{"a network that learns plays greedily"};
}

template <class Board>
std::unique_ptr<Player<Board>> database_player(const ValueDatabase& database, const GamesPlan& plan) {
  if (plan.search.greedy()) return std::make_unique<PerfectPlayer<Board>>(database);
  return std::make_unique<SearchPlayer<DatabaseValue<Board>>>(DatabaseValue<Board>{database}, plan.search, plan.law);
}

}  // namespace detail

/// Calls `visit(make)` with the PlayerMaker of the plan's board.
template <class Visit>
void with_players(const GamesPlan& plan, Visit&& visit) {
  if (plan.network != nullptr) {
    std::visit(
        [&]<class Network>(const Network& network) {
          using Board = typename Network::Board;
          visit(PlayerMaker<Board>{[&] { return detail::network_player(network, plan); }});
        },
        *plan.network);
  } else {
    with_board(plan.size, [&]<class Board>() {
      visit(PlayerMaker<Board>{[&]() -> std::unique_ptr<Player<Board>> {
        if (plan.database != nullptr) return detail::database_player<Board>(*plan.database, plan);
        return make_player<Board>(plan.player);
      }});
    });
  }
}

}  // namespace afterstate
