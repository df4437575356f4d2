// The body of network_session(), which the files for each board size instantiate.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <stdexcept>
#include <type_traits>

#include "engine/network_session.h"
#include "game/notation.h"
#include "network/greedy_moves.h"
#include "network/network_value.h"
#include "search/minimax_searcher.h"
#include "search/searcher.h"
#include "search/worst_spawner.h"

namespace afterstate {

template <class Network>
class NetworkSession final : public Session {
 public:
  using Board = typename Network::Board;

  NetworkSession(const Network& network, SpawnLaw law)
      : network_(network),
        law_(law),
        greedy_moves_(network),
        worst_spawner_(NetworkValue<Network>{network}, law, network.shape().role) {}

  Analysis analyse(const PackedBoard& packed_board, const SearchPlan& plan) override {
    const auto board = unpacked<Board>(packed_board);
    auto analysis = plan.greedy() ? looked_up(board) : searched(board, plan);
    const int tile_values = network_.shape().tile_values;
    if (max_exponent(board) >= tile_values)
      analysis.note = fmt::format("tiles beyond {0} are valued as {0}", tile_value(tile_values - 1));
    return analysis;
  }

  Choice choose(const PackedBoard& packed_board, const SearchPlan& plan, const GameRandom& random,
                std::uint32_t turn) override {
    if (plan.greedy()) return chosen_greedily(unpacked<Board>(packed_board));
    if (plan.adversary) return chosen_by_minimax(unpacked<Board>(packed_board), plan);
    if (plan.milliseconds) {  // a forced move needs no time
      const auto legal = legal_moves(unpacked<Board>(packed_board));
      if (legal.size() == 1) return {legal.nth(0)};
    }
    return Session::choose(packed_board, plan, random, turn);
  }

  PlacementAnalysis analyse_placements(const PackedBoard& packed_afterstate, const SearchPlan& plan) override {
    const auto afterstate = unpacked<Board>(packed_afterstate);
    if (!plan.greedy()) return placements_by_minimax(afterstate, plan, Wanted::every_value);
    PlacementAnalysis analysis;
    analysis.values = worst_spawner_.values(afterstate);
    analysis.counts.nodes = analysis.values.count();
    if (analysis.counts.nodes == 0) analysis.depth = 0;
    return analysis;
  }

  Spawn place(const PackedBoard& packed_afterstate, const SearchPlan& plan) override {
    const auto afterstate = unpacked<Board>(packed_afterstate);
    if (plan.greedy()) return worst_spawner_(afterstate, 0);
    return placements_by_minimax(afterstate, plan, Wanted::best_move).values.best().value();
  }

  void new_game() override {
    if (searcher_) searcher_->forget();
    if (minimax_) minimax_->forget();
  }

 private:
  static constexpr bool can_search = std::is_same_v<typename Network::Weight, ValueWeight>;
  struct NoSearcher {
    void forget() {}
  };

  Choice chosen_greedily(const Board& board) {
    greedy_moves_.look_up(board);
    if (greedy_moves_.empty()) return {};
    const auto best = greedy_moves_.best();
    return {best.move->direction, static_cast<double>(best.total), {.nodes = greedy_moves_.moves().size()}};
  }

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
      if (plan.adversary) {
        const auto result = minimax().defend(board, plan, Wanted::every_value);
        return {result.values, result.depth, result.counts};
      }
      if (!searcher_) searcher_.emplace(NetworkValue<Network>{network_}, law_);
      const auto result = searcher_->search(board, plan);
      return {result.values, result.depth, result.counts};
    } else {
      refuse_search();
    }
  }

  Choice chosen_by_minimax(const Board& board, const SearchPlan& plan) {
    if constexpr (can_search) {
      const auto result = minimax().defend(board, plan, Wanted::best_move);
      const auto best = result.values.best();
      return {best, best ? result.values[*best] : std::nullopt, result.counts};
    } else {
      refuse_search();
    }
  }

  PlacementAnalysis placements_by_minimax(const Board& afterstate, const SearchPlan& plan, Wanted wanted) {
    if constexpr (can_search) {
      const auto result = minimax().attack(afterstate, plan, wanted);
      return {result.values, result.depth, result.counts};
    } else {
      refuse_search();
    }
  }

  auto& minimax() {
    if (!minimax_) minimax_.emplace(NetworkValue<Network>{network_}, law_, network_.shape().role);
    return *minimax_;
  }

  [[noreturn]] static void refuse_search() {
    throw std::logic_error{"a network that is being trained cannot be searched"};
  }

  const Network& network_;
  SpawnLaw law_;
  GreedyMoves<const Network> greedy_moves_;
  WorstSpawner<NetworkValue<Network>> worst_spawner_;
  std::optional<std::conditional_t<can_search, Searcher<NetworkValue<Network>>, NoSearcher>> searcher_;
  std::optional<std::conditional_t<can_search, MinimaxSearcher<NetworkValue<Network>>, NoSearcher>> minimax_;
};

template <class Board, class Weight>
std::unique_ptr<Session> network_session(const NTupleNetwork<Board, Weight>& network, SpawnLaw law) {
  return std::make_unique<NetworkSession<NTupleNetwork<Board, Weight>>>(network, law);
}

}  // namespace afterstate
