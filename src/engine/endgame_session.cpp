#include "engine/endgame_session.h"

#include <utility>

#include "search/searcher.h"

namespace afterstate {

namespace {

using Network = NTupleNetwork<LargestBoard, ValueWeight>;

class EndgameSession final : public Session {
 public:
  EndgameSession(const Network& network, const EndgameValues& endgames, SpawnLaw law, std::unique_ptr<Session> plain)
      : endgames_(endgames),
        plain_(std::move(plain)),
        searcher_(EndgameNetworkValue<Network>{network, endgames}, law) {}

  Analysis analyse(const PackedBoard& packed_board, const SearchPlan& plan) override {
    if (plan.adversary) return plain_->analyse(packed_board, plan);
    const auto board = unpacked<LargestBoard>(packed_board);
    const auto result = searcher_.search(board, plan);
    Analysis analysis{result.values, result.depth, result.counts};
    for_each_slide(board, [&](Direction direction, const Slid<LargestBoard>& slid) {
      if (const auto found = endgames_.chance(slid.afterstate))
        analysis.chances[static_cast<std::size_t>(direction)] =
            TileChance{found->chance, 1U << endgames_.tables()[found->table].target()};
    });
    endgames_.tables().check_unchanged();
    return analysis;
  }

  Choice choose(const PackedBoard& packed_board, const SearchPlan& plan, const GameRandom& random,
                std::uint32_t turn) override {
    if (plan.adversary) return plain_->choose(packed_board, plan, random, turn);
    const auto board = unpacked<LargestBoard>(packed_board);
    if (plan.milliseconds) {  // a forced move needs no time
      const auto legal = legal_moves(board);
      if (legal.size() == 1) return {legal.nth(0)};
    }
    const auto result = searcher_.search(board, plan);
    const auto best = result.values.best();
    return {best, best ? result.values[*best] : std::nullopt, result.counts};
  }

  PlacementAnalysis analyse_placements(const PackedBoard& afterstate, const SearchPlan& plan) override {
    return plain_->analyse_placements(afterstate, plan);
  }

  Spawn place(const PackedBoard& afterstate, const SearchPlan& plan) override {
    return plain_->place(afterstate, plan);
  }

  void new_game() override {
    searcher_.forget();
    plain_->new_game();
  }

 private:
  const EndgameValues& endgames_;
  std::unique_ptr<Session> plain_;
  Searcher<EndgameNetworkValue<Network>> searcher_;
};

}  // namespace

std::unique_ptr<Session> endgame_session(const Network& network, const EndgameValues& endgames, SpawnLaw law,
                                         std::unique_ptr<Session> plain) {
  return std::make_unique<EndgameSession>(network, endgames, law, std::move(plain));
}

}  // namespace afterstate
