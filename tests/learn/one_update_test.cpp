#include "learn/one_update.h"

#include <gtest/gtest.h>

#include <numeric>

#include "learn/learning.h"
#include "learn/rules.h"
#include "network/tuple_shares.h"
#include "support.h"

namespace afterstate {
namespace {

using MiniBoard = BasicBoard<3, 3>;

std::vector<float> floats_of(const AnyNetwork& network) {
  const auto rows = rows_of(network);
  return {rows.data, rows.data + rows.count * rows.floats};
}

/// Learns a little, so that the sums and steps of the rule are not those of the beginning.
template <class Weight>
AnyNetwork learned(const Phase& phase) {
  const Size size{3, 3};
  AnyNetwork any = make_network({size, parse_tuples("0134 1245", size), 10, 100}, kind_of_weight<Weight>);
  TrainingState state;
  learn(std::get<NTupleNetwork<MiniBoard, Weight>>(any), phase, {.until_actions = 20'000}, state,
        [](std::uint64_t) { return true; });
  return any;
}

/// The rule of learning itself, on the network, moves the shares as far.
template <class Weight>
void expect_same_as_learning(const Phase& phase) {
  auto any = learned<Weight>(phase);
  auto& network = std::get<NTupleNetwork<MiniBoard, Weight>>(any);
  std::vector<MiniBoard> boards{MiniBoard{}};  // all images of an empty board coincide
  for (std::uint64_t number = 0; number < 20; ++number) boards.push_back(random_board<MiniBoard>(number, 5, 5));
  for (const auto& board : boards) {
    const auto before = floats_of(any);
    const auto shares_before = tuple_shares(any, packed(board));
    const auto update = one_update(any, phase, packed(board), 1234);
    EXPECT_EQ(before, floats_of(any)) << "nothing is written";
    EXPECT_NEAR(update.error, 1234 - static_cast<double>(network.value(board)), 0.01);

    std::vector<typename NTupleNetwork<MiniBoard, Weight>::Lookups> lookups(2);
    network.look_up(board, lookups.data());
    const auto error = static_cast<float>(update.error);
    typename RuleFor<Weight>::Type{phase}.update(network, lookups.data(), error, error);
    const auto shares_after = tuple_shares(any, packed(board));
    for (std::size_t tuple = 0; tuple < 2; ++tuple) {
      EXPECT_EQ(update.shares[tuple], shares_before[tuple].share);
      EXPECT_EQ(update.changes[tuple], shares_after[tuple].share - shares_before[tuple].share);
    }
  }
}

TEST(OneUpdate, IsThatOfTheRule) {
  expect_same_as_learning<ValueWeight>({.rule = RuleKind::td});
  expect_same_as_learning<CoherenceWeight>({.rule = RuleKind::tc, .beta = 0.5F});
  expect_same_as_learning<CoherenceWeight>({.rule = RuleKind::tc, .accumulate = Accumulate::change});
  expect_same_as_learning<CoherenceWeight>({.rule = RuleKind::td});
  expect_same_as_learning<AutostepWeight>({.rule = RuleKind::autostep});
}

TEST(OneUpdate, LeavesFrozenStagesAlone) {
  const Size size{3, 3};
  const auto network =
      make_network({size, parse_tuples("0134", size), 10, 0, parse_staging("32", size)}, WeightKind::values);
  MiniBoard board;
  board.set_exponent(0, 3);
  EXPECT_NE(one_update(network, {.rule = RuleKind::td}, packed(board), 10).changes.front(), 0);
  EXPECT_EQ(one_update(network, {.rule = RuleKind::td, .stage = 1}, packed(board), 10).changes.front(), 0);
}

TEST(OneUpdate, TheFirstStepIsThatOfTheRule) {
  EXPECT_EQ(first_step({.rule = RuleKind::td, .alpha = 0.25F}), 0.25F);
  EXPECT_EQ(first_step({.rule = RuleKind::tc, .beta = 0.5F}), 0.5F);
  EXPECT_EQ(first_step({.rule = RuleKind::autostep, .initial_step = 0.75F}), 0.75F);
}

}  // namespace
}  // namespace afterstate
