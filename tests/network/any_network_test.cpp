#include "network/any_network.h"

#include <gtest/gtest.h>

#include "support.h"

namespace afterstate {
namespace {

constexpr Size small_size{2, 2};

NetworkShape shape_with(const char* stages, Promotion promotion) {
  return {small_size, parse_tuples("0123", small_size), 6, 0, parse_staging(stages, small_size), promotion};
}

/// Every third weight is still zero.
AnyNetwork learned(const char* stages) {
  auto any = make_network(shape_with(stages, Promotion::none), WeightKind::coherence);
  float n = 0;
  for (auto& weight : std::get<NTupleNetwork<BasicBoard<2, 2>, CoherenceWeight>>(any).weights()) {
    weight.value.store(static_cast<int>(n) % 3 == 0 ? 0.0F : n);
    weight.errors.store(n + 1);
    weight.magnitude.store(n + 2);
    ++n;
  }
  return any;
}

template <class Weight>
auto weights_of(const AnyNetwork& any) {
  return std::get<NTupleNetwork<BasicBoard<2, 2>, Weight>>(any).weights();
}

TEST(TakeOver, KeepsAllThatBothKeep) {
  const auto from = learned("8");
  auto to = make_network(shape_with("8", Promotion::none), WeightKind::coherence);
  take_over(from, to);
  const auto before = weights_of<CoherenceWeight>(from);
  const auto after = weights_of<CoherenceWeight>(to);
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t n = 0; n < after.size(); ++n) {
    EXPECT_EQ(after[n].value.load(), before[n].value.load());
    EXPECT_EQ(after[n].magnitude.load(), before[n].value.load() == 0 ? 0 : before[n].magnitude.load());
  }
  auto values = make_network(shape_with("8", Promotion::none), WeightKind::values);
  take_over(from, values);
  for (std::size_t n = 0; n < before.size(); ++n)
    EXPECT_EQ(weights_of<ValueWeight>(values)[n].value.load(), before[n].value.load());
}

TEST(TakeOver, GivesOneStageToAllOrToTheFirst) {
  const auto from = learned("one");
  const auto before = weights_of<CoherenceWeight>(from);
  for (const auto promotion : {Promotion::none, Promotion::intra, Promotion::inter, Promotion::both}) {
    auto to = make_network(shape_with("8 16", promotion), WeightKind::coherence);
    take_over(from, to);
    const auto after = weights_of<CoherenceWeight>(to);
    ASSERT_EQ(after.size(), 3 * before.size());
    const bool promoted = promotion == Promotion::inter || promotion == Promotion::both;
    for (std::size_t n = 0; n < after.size(); ++n)
      EXPECT_EQ(after[n].value.load(), n >= before.size() && promoted ? 0 : before[n % before.size()].value.load());
    const auto& network = std::get<NTupleNetwork<BasicBoard<2, 2>, CoherenceWeight>>(to);
    if (promotion == Promotion::intra || promotion == Promotion::both) continue;  // promotes zeros of `from`
    for (std::uint64_t number = 0; number < 100; ++number) {
      const auto board = random_board<BasicBoard<2, 2>>(number, 3, 1);  // no tile beyond the second stage
      EXPECT_FLOAT_EQ(network.value(board),
                      (std::get<NTupleNetwork<BasicBoard<2, 2>, CoherenceWeight>>(from).value(board)));
    }
  }
}

}  // namespace
}  // namespace afterstate
