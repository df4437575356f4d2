#include "arena/duel_bound.h"

#include <gtest/gtest.h>

#include <map>

#include "arena/duel_player.h"
#include "game/notation.h"
#include "game/slide.h"
#include "support.h"

namespace afterstate {
namespace {

/// The exact game by plain recursion over boards as they are, without symmetry or layers.
template <class Board>
class ExactGame {
 public:
  explicit ExactGame(DuelRule rule) : law_(law_of(rule)) {}

  std::uint32_t of_afterstate(const Board& afterstate) {
    const auto known = afterstates_.find(afterstate.nibbles());
    if (known != afterstates_.end()) return known->second;
    std::uint32_t worst = UINT32_MAX;
    for_each_spawn(afterstate, law_,
                   [&](Spawn spawn, double) { worst = std::min(worst, of_board(with_spawn(afterstate, spawn))); });
    return afterstates_[afterstate.nibbles()] = worst;
  }

  std::uint32_t of_board(const Board& board) {
    std::uint32_t best = 0;
    for_each_slide(board, [&](Direction, const Slid<Board>& slid) {
      best = std::max(best, slid.reward + of_afterstate(slid.afterstate));
    });
    return best;
  }

  Spawn place(const Board& afterstate) {
    std::optional<Spawn> worst;
    for_each_spawn(afterstate, law_, [&](Spawn spawn, double) {
      if (of_board(with_spawn(afterstate, spawn)) == of_afterstate(afterstate)) worst = spawn;
    });
    return *worst;
  }

 private:
  SpawnLaw law_;
  std::map<std::uint64_t, std::uint32_t> afterstates_;
};

template <class Board>
class PerfectAttacker final : public DuelSession {
 public:
  explicit PerfectAttacker(DuelRule rule) : game_(rule) {}
  Spawn place(const PackedBoard& afterstate, const GameRandom&, std::uint32_t) override {
    return game_.place(unpacked<Board>(afterstate));
  }

 private:
  ExactGame<Board> game_;
};

BoundPlan plan_of(Size size, DuelRule rule, DuelSide attacker, int threads = 2) {
  BoundPlan plan;
  plan.size = size;
  plan.rule = rule;
  plan.attacker = std::move(attacker);
  plan.threads = threads;
  return plan;
}

DuelSide side_of(const std::string& name) { return DuelPlayers{{}}.side(name, Role::attack); }

template <class Board>
void expect_bounds(DuelRule rule) {
  SCOPED_TRACE(name_of(size_of<Board>) + " " + std::string{name_of(rule)});
  const auto exact = ExactGame<Board>{rule}.of_afterstate({});
  DuelSide perfect{.name = "perfect", .new_session = [](const DuelRules& rules, const std::stop_token&) {
                     return std::make_unique<PerfectAttacker<Board>>(rules.rule);
                   }};
  const auto tight = bound_value(plan_of(size_of<Board>, rule, perfect));
  EXPECT_TRUE(tight.proven());
  EXPECT_EQ(tight.largest_score, exact);
  for (const auto* const name : {"worst:heuristic", "worst:greedy", "random"}) {
    const auto loose = bound_value(plan_of(size_of<Board>, rule, side_of(name)));
    EXPECT_TRUE(loose.proven());
    EXPECT_GE(loose.largest_score, exact) << name;
    const auto alone = bound_value(plan_of(size_of<Board>, rule, side_of(name), 1));
    EXPECT_EQ(alone.largest_score, loose.largest_score) << name;
    EXPECT_EQ(alone.afterstates, loose.afterstates) << name;
    EXPECT_EQ(alone.largest_layer, loose.largest_layer) << name;
  }
}

TEST(DuelBound, OfAPerfectAttackerIsTheValueOfTheGame) {
  for (const auto rule : {DuelRule::two_or_four, DuelRule::two}) {
    expect_bounds<BasicBoard<2, 2>>(rule);
    expect_bounds<BasicBoard<1, 4>>(rule);
  }
  expect_bounds<BasicBoard<2, 3>>(DuelRule::two_or_four);
  EXPECT_EQ((ExactGame<BasicBoard<2, 2>>{DuelRule::two}.of_afterstate({})), 68U);
  EXPECT_EQ((ExactGame<BasicBoard<2, 2>>{DuelRule::two_or_four}.of_afterstate({})), 8U);
}

TEST(DuelBound, ProvesNothingIfALimitIsReached) {
  auto plan = plan_of({3, 3}, DuelRule::two_or_four, side_of("worst:heuristic"));
  plan.memory_bytes = 100'000;
  const auto full = bound_value(plan);
  EXPECT_FALSE(full.proven());
  EXPECT_EQ(full.end, BoundEnd::memory);
  EXPECT_GT(full.tile_sum, 8U);
  EXPECT_GT(full.afterstates, 100U);
  plan.memory_bytes = UINT64_MAX;
  plan.time = std::chrono::seconds{0};
  EXPECT_EQ(bound_value(plan).end, BoundEnd::time);
  plan.time.reset();
  std::stop_source source;
  std::uint64_t layers = 0;
  std::uint32_t last = 0;
  const auto stopped = bound_value(
      plan,
      [&](const BoundResult& so_far) {
        last = so_far.tile_sum;
        if (++layers == 20) source.request_stop();
      },
      source.get_token());
  EXPECT_EQ(stopped.end, BoundEnd::stopped);
  EXPECT_EQ(layers, 20U);
  EXPECT_EQ(stopped.tile_sum, last);
}

}  // namespace
}  // namespace afterstate
