// Every learning method against its slow twin. Games on 2x2 and 2x3 reach all stages and endings in a few moves, so
// that a thousand rounds exercise all code.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "learn/learning.h"
#include "learn/slow_twin.h"
#include "support.h"

namespace afterstate {
namespace {

constexpr std::uint64_t learning_games = std::uint64_t{1} << 63;  // as in learning_on.h
constexpr std::uint64_t seed = 3;

std::string described(const NetworkShape& shape, const Phase& phase) {
  std::ostringstream out;
  out << name_of(shape.size) << ", stages " << name_of(shape.staging) << ", promotion "
      << static_cast<int>(shape.promotion) << ", rule " << static_cast<int>(phase.rule) << ", accumulate "
      << static_cast<int>(phase.accumulate) << ", credit " << static_cast<int>(phase.credit) << ", lambda "
      << phase.lambda << ", start " << static_cast<int>(phase.start) << ", restart " << phase.restart_length
      << ", stage " << phase.stage << ", epsilon " << phase.epsilon << ", temperature " << phase.temperature;
  return out.str();
}

template <class Board>
void expect_equal_stages(SlowLearner<Board>& twin, const TrainingState& learned) {
  const auto stages = static_cast<std::size_t>(twin.network().shape().staging.count());
  ASSERT_EQ(learned.stages.size(), stages);
  for (int stage = 0; stage < static_cast<int>(stages); ++stage) {
    EXPECT_EQ(learned.stages[static_cast<std::size_t>(stage)].actions, twin.actions(stage)) << "in stage " << stage;
    std::deque<PackedBoard> expected;
    for (const auto& board : twin.first_boards(stage)) expected.push_back({board.nibbles(), board.beyond()});
    EXPECT_EQ(learned.first_boards.of(stage), expected) << "first boards of stage " << stage;
  }
}

/// Slides where the last of the legal moves leads.
template <class Board>
Direction last_legal_move(const Board& board) {
  const auto legal = legal_moves(board);
  return legal.nth(legal.size() - 1);
}

template <class Board>
class LastMove final : public Demonstrator {
 public:
  Direction move(const PackedBoard& board) override { return last_legal_move(unpacked<Board>(board)); }
};

/// Boards to start at, before the goal, by stage; none in stage 1.
template <class Board>
std::vector<std::vector<Board>> boards_to_start_at(const SlowNetwork<Board>& network) {
  std::vector<std::vector<Board>> boards(static_cast<std::size_t>(network.shape().staging.count()));
  for (std::uint64_t number = 0; number < 100; ++number) {
    const auto board = random_board<Board>(number, 4, 5);
    const int stage = network.stage_of(board);
    if (empty_count(board) > 0 && stage != 1 && !network.has_passed_goal(board))
      boards[static_cast<std::size_t>(stage)].push_back(board);
  }
  return boards;
}

/// Values of about every eighth board.
template <class Board>
class SomeValues final : public KnownValues {
 public:
  static std::optional<float> of(const Board& board) {
    const auto mixed = board.nibbles() * 0x9E37'79B9'7F4A'7C15ULL;
    if (mixed >> 61 != 0) return std::nullopt;
    return static_cast<float>(mixed >> 52 & 0xff);
  }
  std::optional<float> value(const PackedBoard& board) const override { return of(unpacked<Board>(board)); }
};

/// Phase by phase, `rounds` of each.
template <class Board, class Weight>
void expect_equal_to_twin(const NetworkShape& shape, const std::vector<Phase>& phases, std::uint64_t rounds,
                          SpawnLaw law = {}, bool some_are_known = false) {
  NTupleNetwork<Board, Weight> network{shape};
  SlowLearner<Board> twin{shape, law, seed};
  twin.given = boards_to_start_at(twin.network());
  StartBoards given(twin.given.size());
  for (std::size_t stage = 0; stage < given.size(); ++stage)
    for (const auto& board : twin.given[stage]) given[stage].push_back(packed(board));
  const SomeValues<Board> values;
  if (some_are_known) twin.known = SomeValues<Board>::of;
  TrainingState learned;
  std::uint64_t games = 0;
  for (const auto& phase : phases) {
    SCOPED_TRACE(described(shape, phase));
    const auto until = games + rounds;
    LearningTask task{.law = law, .seed = seed, .until_games = until, .boards = &given};
    if (some_are_known) task.known_values = &values;
    twin.demonstrator = nullptr;
    if (phase.demonstrator) {
      task.new_demonstrator = [] { return std::make_unique<LastMove<Board>>(); };
      twin.demonstrator = last_legal_move<Board>;
    }
    learn(network, phase, task, learned, [](auto) { return true; });
    for (; games < until; ++games) twin.learn_from_round(phase, learning_games + games);
    EXPECT_EQ(learned.actions, twin.actions());
    EXPECT_EQ(learned.games, games);
    expect_equal_stages(twin, learned);
    for (std::uint64_t number = 0; number < 300; ++number) {
      const auto board = random_board<Board>(number, largest_exponent(Board::cells), 5);
      const float expected = twin.network().value(board);
      ASSERT_NEAR(network.value(board), expected, 1e-5 * std::max(1.0F, std::fabs(expected)));
    }
  }
}

/// With the weights that the rule needs.
template <class Board>
void expect_equal_to_twin(const NetworkShape& shape, const Phase& phase, std::uint64_t rounds = scaled(1000)) {
  switch (phase.rule) {
    case RuleKind::td: return expect_equal_to_twin<Board, ValueWeight>(shape, {phase}, rounds);
    case RuleKind::tc: return expect_equal_to_twin<Board, CoherenceWeight>(shape, {phase}, rounds);
    case RuleKind::autostep: return expect_equal_to_twin<Board, AutostepWeight>(shape, {phase}, rounds);
  }
}

NetworkShape small(std::string_view stages, Promotion promotion = Promotion::none) {
  return {{2, 2}, parse_tuples("01 012", {2, 2}), 6, 0, parse_staging(stages, {2, 2}), promotion};
}

/// Does not distinguish tiles of 32 and more from 16.
NetworkShape oblong(std::string_view stages, Promotion promotion = Promotion::none) {
  return {{2, 3}, parse_tuples("014 0123", {2, 3}), 5, 60, parse_staging(stages, {2, 3}), promotion};
}

/// All kinds of credit, with parameters that exercise all of their code.
std::vector<Phase> all_credits() {
  return {{.alpha = 0.2F, .beta = 0.7F, .credit = CreditKind::plain, .lambda = 0, .horizon = 0},
          {.alpha = 0.2F, .beta = 0.7F, .credit = CreditKind::plain, .lambda = 0.5F, .horizon = 3},
          {.alpha = 0.2F, .beta = 0.7F, .credit = CreditKind::delayed, .lambda = 0, .horizon = 0},
          {.alpha = 0.2F, .beta = 0.7F, .credit = CreditKind::delayed, .lambda = 0.9F, .horizon = 7},
          {.alpha = 0.2F, .beta = 0.7F, .credit = CreditKind::backward}};
}

/// All update rules.
std::vector<Phase> with_all_rules(Phase phase) {
  std::vector<Phase> phases;
  for (const auto rule : {RuleKind::td, RuleKind::autostep}) {
    phase.rule = rule;
    phases.push_back(phase);
  }
  phase.rule = RuleKind::tc;
  for (const auto accumulate : {Accumulate::error, Accumulate::change}) {
    phase.accumulate = accumulate;
    phase.forget_above = accumulate == Accumulate::error ? 2000 : 50;  // both are exceeded often
    phases.push_back(phase);
  }
  return phases;
}

/// All episode starts.
std::vector<Phase> with_all_starts(Phase phase) {
  std::vector<Phase> phases{phase};
  phase.start = Start::restart;
  for (const int length : {1, 5}) {
    phase.restart_length = length;
    phases.push_back(phase);
  }
  phase.start = Start::carousel;
  phases.push_back(phase);
  phase.start = Start::stage;
  for (const int stage : {1, 2}) {
    phase.stage = stage;
    phases.push_back(phase);
  }
  return phases;
}

TEST(Learning, EqualsTheSlowTwinOnEveryRuleAndCredit) {
  for (const auto& credit : all_credits())
    for (const auto& phase : with_all_rules(credit)) {
      expect_equal_to_twin<BasicBoard<2, 2>>(small("one"), phase);
      expect_equal_to_twin<BasicBoard<2, 3>>(oblong("one"), phase, scaled(200));
    }
}

TEST(Learning, AtFixedRatesEqualsTheSlowTwinOnWeightsOfEveryKind) {
  const Phase phase{.rule = RuleKind::td, .alpha = 0.2F};
  expect_equal_to_twin<BasicBoard<2, 3>, CoherenceWeight>(oblong("one"), {phase}, scaled(1000));
}

TEST(Learning, EqualsTheSlowTwinOnEveryStartAndCredit) {
  for (const auto credit : {CreditKind::plain, CreditKind::delayed, CreditKind::backward})
    for (const auto& phase : with_all_starts({.credit = credit, .lambda = 0.5F, .horizon = 3})) {
      expect_equal_to_twin<BasicBoard<2, 2>>(small("8 turn:4 16"), phase);
      expect_equal_to_twin<BasicBoard<2, 3>>(oblong("8 16 16+8 32"), phase, scaled(200));
    }
}

TEST(Learning, EqualsTheSlowTwinOnEveryPromotionAndStaging) {
  for (const auto promotion : {Promotion::none, Promotion::intra, Promotion::inter, Promotion::both})
    for (const auto credit : {CreditKind::plain, CreditKind::delayed, CreditKind::backward}) {
      const Phase phase{.credit = credit, .lambda = 0.5F, .horizon = 3};
      for (const auto* const stages : {"one", "8 16", "turn:3 turn:6 turn:9"})
        expect_equal_to_twin<BasicBoard<2, 2>>(small(stages, promotion), phase);
      expect_equal_to_twin<BasicBoard<2, 3>>(oblong("8 16 16+8 32", promotion), phase, scaled(200));
    }
}

TEST(Learning, EqualsTheSlowTwinWhereMovesAreMadeByLot) {
  for (auto phase : with_all_starts({.lambda = 0.5F, .horizon = 3})) {
    const auto shape = small("8 16", Promotion::both);
    phase.epsilon = 0.2F;
    expect_equal_to_twin<BasicBoard<2, 2>>(shape, phase);
    phase.epsilon = 0;
    phase.temperature = 5;
    expect_equal_to_twin<BasicBoard<2, 2>>(shape, phase);
  }
}

TEST(Learning, EqualsTheSlowTwinWhereStagesAreBits) {
  const NetworkShape shape{{3, 3}, parse_tuples("012 0134", {3, 3}), 11,
                           0,      parse_staging("pow2:8", {3, 3}),  Promotion::both};
  expect_equal_to_twin<BasicBoard<3, 3>>(shape, {.lambda = 0.5F, .horizon = 3, .start = Start::carousel}, scaled(500));
}

TEST(Learning, EqualsTheSlowTwinWhenOldFirstBoardsGo) {
  expect_equal_to_twin<BasicBoard<2, 2>>(small("4 8 16"), {.start = Start::carousel}, scaled(2000));
}

TEST(Learning, EqualsTheSlowTwinFromPhaseToPhaseUnderAnotherLaw) {
  const Phase carousel{.lambda = 0.5F, .horizon = 3, .start = Start::carousel};
  const Phase fixed_rate{
      .rule = RuleKind::td, .credit = CreditKind::backward, .start = Start::restart, .restart_length = 4};
  std::vector<Phase> phases{carousel, fixed_rate};
  for (const int stage : {1, 2, 3}) phases.push_back({.start = Start::stage, .stage = stage});
  expect_equal_to_twin<BasicBoard<2, 3>, CoherenceWeight>(oblong("8 16 16+8 32", Promotion::inter), phases, scaled(300),
                                                          {.four = 0.4});
}

/// The shape with a goal that is worth a sum that its lookups add up to exactly.
NetworkShape with_goal(NetworkShape shape, std::string_view goal) {
  shape.initial_value = 0;
  shape.goal = parse_event(goal, shape.size);
  shape.goal_value = 256;
  return shape;
}

TEST(Learning, EqualsTheSlowTwinIfSomeValuesAreKnown) {
  const auto shape = with_goal(small("8 16"), "32");
  for (auto phase : all_credits())
    for (const float share : {0.0F, 0.3F, 1.0F}) {
      phase.table_end = share;
      for (const auto& with_start : with_all_starts(phase))
        expect_equal_to_twin<BasicBoard<2, 2>, CoherenceWeight>(shape, {with_start}, scaled(200), {}, true);
      auto exploring = phase;
      exploring.epsilon = 0.2F;
      expect_equal_to_twin<BasicBoard<2, 3>, CoherenceWeight>(oblong("one", Promotion::intra), {exploring}, scaled(100),
                                                              {}, true);
    }
}

TEST(Learning, EqualsTheSlowTwinWhereGamesEndAtAGoal) {
  for (const auto& credit : all_credits())
    for (const auto& phase : with_all_rules(credit)) {
      expect_equal_to_twin<BasicBoard<2, 2>>(with_goal(small("8"), "16"), phase, scaled(300));
      expect_equal_to_twin<BasicBoard<2, 3>>(with_goal(oblong("one"), "32"), phase, scaled(200));
    }
  for (const auto& phase : with_all_starts({.lambda = 0.5F, .horizon = 3}))
    expect_equal_to_twin<BasicBoard<2, 3>>(with_goal(oblong("8 16 16+8", Promotion::both), "32"), phase, scaled(200));
}

TEST(Learning, EqualsTheSlowTwinFromGivenBoards) {
  for (const auto credit : {CreditKind::plain, CreditKind::delayed, CreditKind::backward})
    for (const int stage : {0, 1, 2})
      for (const bool shown : {false, true}) {
        Phase phase{.credit = credit, .lambda = credit == CreditKind::backward ? 0 : 0.5F, .horizon = 3};
        phase.start = Start::boards;
        phase.stage = stage;
        if (shown) phase.demonstrator = "last";
        expect_equal_to_twin<BasicBoard<2, 2>>(small("4 8 8+4"), phase, scaled(300));
        expect_equal_to_twin<BasicBoard<2, 3>>(with_goal(oblong("8 16 16+8"), "32"), phase, scaled(200));
      }
}

TEST(Learning, EqualsTheSlowTwinOnMethodsDrawnByLot) {
  for (std::uint32_t number = 0; number < scaled(40); ++number) {
    auto draw = [number, step = 0U](const auto& all) mutable {
      return all[uniform_below(random_block(seed, number, step++, 11).first, all.size())];
    };
    using Promotions = std::vector<Promotion>;
    auto phase = draw(with_all_starts(draw(with_all_rules(draw(all_credits())))));
    phase.epsilon = draw(std::vector{0.0F, 0.0F, 0.1F});
    phase.temperature = phase.epsilon > 0 ? 0 : draw(std::vector{0.0F, 0.0F, 20.0F});
    const auto promotion = draw(Promotions{Promotion::none, Promotion::intra, Promotion::inter, Promotion::both});
    SCOPED_TRACE(number);
    const auto* const stages = draw(std::vector{"8 16", "4 8 8+4 16", "turn:4 16"});
    const auto* const oblong_stages = draw(std::vector{"8 16 32", "16 16+4 32", "turn:9 32"});
    expect_equal_to_twin<BasicBoard<2, 2>>(small(stages, promotion), phase, 200);
    expect_equal_to_twin<BasicBoard<2, 3>>(oblong(oblong_stages, promotion), phase, 100);
  }
}

}  // namespace
}  // namespace afterstate
