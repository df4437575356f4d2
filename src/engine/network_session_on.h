// The body of network_session(), which the files for each board size instantiate.
#pragma once

#include <optional>
#include <stdexcept>
#include <type_traits>

#include "engine/network_session.h"
#include "game/notation.h"
#include "network/greedy_moves.h"
#include "network/network_value.h"
#include "search/searcher.h"

namespace afterstate {

template <class Network>
class NetworkSession final : public Session {
 public:
  using Board = typename Network::Board;

  NetworkSession(const Network& network, SpawnLaw law) : network_(network), law_(law), greedy_moves_(network) {}

  Analysis analyse(const PackedBoard& packed_board, const SearchPlan& plan) override {
    const auto board = unpacked<Board>(packed_board);
    auto analysis = plan.greedy() ? looked_up(board) : searched(board, plan);
    const int tile_values = network_.shape().tile_values;
    if (max_exponent(board) >= tile_values) analysis.largest_known = tile_value(tile_values - 1);
    return analysis;
  }

  Choice choose(const PackedBoard& packed_board, const SearchPlan& plan, const GameRandom& random,
                std::uint32_t turn) override {
    if (plan.greedy()) {
      greedy_moves_.look_up(unpacked<Board>(packed_board));
      if (greedy_moves_.empty()) return {};
      const auto best = greedy_moves_.best();
      return {best.move->direction, static_cast<double>(best.total), {.nodes = greedy_moves_.moves().size()}};
    }
    if (plan.milliseconds) {  // a forced move needs no time
      const auto legal = legal_moves(unpacked<Board>(packed_board));
      if (legal.size() == 1) return {legal.nth(0)};
    }
    return Session::choose(packed_board, plan, random, turn);
  }

  void new_game() override {
    if constexpr (can_search)
      if (searcher_) searcher_->forget();
  }

 private:
  static constexpr bool can_search = std::is_same_v<typename Network::Weight, ValueWeight>;
  struct NoSearcher {};

  Analysis looked_up(const Board& board) {
    greedy_moves_.look_up(board);
    Analysis analysis;
    for (const auto& valued : greedy_moves_.valued_moves())
      analysis.values[valued.move->direction] = static_cast<double>(valued.total);
    analysis.counts.nodes = greedy_moves_.moves().size();
    if (greedy_moves_.empty()) analysis.depth = 0;
    return analysis;
  }

  Analysis searched(const Board& board, const SearchPlan& plan) {
    if constexpr (can_search) {
      if (!searcher_) searcher_.emplace(NetworkValue<Network>{network_}, law_);
      const auto result = searcher_->search(board, plan);
      return {result.values, result.depth, result.counts};
    } else {
      throw std::logic_error{"a network that is being trained cannot be searched"};
    }
  }

  const Network& network_;
  SpawnLaw law_;
  GreedyMoves<const Network> greedy_moves_;
  std::optional<std::conditional_t<can_search, Searcher<NetworkValue<Network>>, NoSearcher>> searcher_;
};

template <class Board, class Weight>
std::unique_ptr<Session> network_session(const NTupleNetwork<Board, Weight>& network, SpawnLaw law) {
  return std::make_unique<NetworkSession<NTupleNetwork<Board, Weight>>>(network, law);
}

}  // namespace afterstate
