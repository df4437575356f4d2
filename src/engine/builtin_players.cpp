#include "engine/builtin_players.h"

#include <algorithm>
#include <limits>

#include "base/random.h"
#include "engine/heuristic.h"
#include "game/slide.h"

namespace afterstate {

namespace {

/// One of them at random.
Choice drawn(DirectionSet choices, const GameRandom& random, std::uint32_t turn) {
  if (choices.empty()) return {};
  const auto n = uniform_below(random.choice(turn).first, static_cast<std::uint64_t>(choices.size()));
  return {choices.nth(static_cast<int>(n))};
}

/// Plays a random legal move: the baseline of every comparison.
template <class Board>
class RandomSession final : public Session {
 public:
  explicit RandomSession(SpawnLaw /*law*/) {}

  Analysis analyse(const PackedBoard& board, const SearchPlan& /*plan*/) override {
    Analysis analysis;
    const auto legal = legal_moves(unpacked<Board>(board));
    for (int n = 0; n < legal.size(); ++n) analysis.values[legal.nth(n)] = 1.0 / legal.size();
    analysis.depth = legal.empty() ? 0 : 1;
    return analysis;
  }

  [[gnu::flatten]] Choice choose(const PackedBoard& board, const SearchPlan& /*plan*/, const GameRandom& random,
                                 std::uint32_t turn) override {
    return drawn(legal_moves(unpacked<Board>(board)), random, turn);
  }

  DirectionSet choices(const PackedBoard& board, const SearchPlan& /*plan*/) override {
    return legal_moves(unpacked<Board>(board));
  }
};

/// Places tiles where the best slide that follows is worth least. A board without slides is worth less than any other.
template <class Board>
class PlacingSession : public Session {
 public:
  explicit PlacingSession(SpawnLaw law) : law_(law) {}

  PlacementAnalysis analyse_placements(const PackedBoard& afterstate, const SearchPlan& plan) override {
    PlacementAnalysis analysis;
    const auto board = unpacked<Board>(afterstate);
    for_each_spawn(board, law_, [&](Spawn spawn, double) {
      const auto values = analyse(packed(with_spawn(board, spawn)), plan).values;
      const auto best = values.best();
      analysis.values[spawn] = best ? *values[*best] : std::numeric_limits<double>::lowest();
      analysis.counts.nodes += values.count();
    });
    if (!analysis.values.best()) analysis.depth = 0;
    return analysis;
  }

 private:
  SpawnLaw law_;
};

/// Takes the largest immediate reward.
template <class Board>
class GreedySession final : public PlacingSession<Board> {
 public:
  using PlacingSession<Board>::PlacingSession;

  Analysis analyse(const PackedBoard& board, const SearchPlan& /*plan*/) override {
    Analysis analysis;
    for_each_slide(unpacked<Board>(board),
                   [&](Direction direction, const Slid<Board>& slid) { analysis.values[direction] = slid.reward; });
    analysis.depth = analysis.values.count() > 0 ? 1 : 0;
    return analysis;
  }

  Choice choose(const PackedBoard& board, const SearchPlan& plan, const GameRandom& random,
                std::uint32_t turn) override {
    return drawn(choices(board, plan), random, turn);
  }

  DirectionSet choices(const PackedBoard& board, const SearchPlan& plan) override {
    const auto values = analyse(board, plan).values;
    DirectionSet best;
    if (const auto first = values.best())
      for (const auto direction : all_directions) best.insert_if(values[direction] == values[*first], direction);
    return best;
  }
};

template <class Board>
class HeuristicSession final : public PlacingSession<Board> {
 public:
  using PlacingSession<Board>::PlacingSession;

  Analysis analyse(const PackedBoard& board, const SearchPlan& /*plan*/) override {
    Analysis analysis;
    for_each_slide(unpacked<Board>(board), [&](Direction direction, const Slid<Board>& slid) {
      analysis.values[direction] = heuristic_value(slid.afterstate);
    });
    analysis.depth = analysis.values.count() > 0 ? 1 : 0;
    return analysis;
  }

  Choice choose(const PackedBoard& board, const SearchPlan& plan, const GameRandom& /*random*/,
                std::uint32_t /*turn*/) override {
    return {analyse(board, plan).values.best()};
  }
};

template <template <class> class SessionOn>
class PlayerEngine final : public Engine {
 public:
  explicit PlayerEngine(const BuiltinPlayer& player)
      : Engine{{.name = std::string{player.name},
                .kind = "player",
                .description = std::string{player.description},
                .unit = ValueUnit::preference,
                .decimals = 2}} {}

  std::unique_ptr<Session> new_session(Size size, SpawnLaw law) const override {
    return with_board(
        size, [&]<class Board>() -> std::unique_ptr<Session> { return std::make_unique<SessionOn<Board>>(law); });
  }
};

}  // namespace

SharedEngine builtin_engine(std::string_view name) {
  const auto* const player = std::ranges::find(builtin_players, name, &BuiltinPlayer::name);
  if (player == builtin_players.end()) return nullptr;
  if (name == "random") return std::make_shared<PlayerEngine<RandomSession>>(*player);
  if (name == "greedy") return std::make_shared<PlayerEngine<GreedySession>>(*player);
  return std::make_shared<PlayerEngine<HeuristicSession>>(*player);
}

}  // namespace afterstate
