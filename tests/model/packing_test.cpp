#include "model/packing.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "model/model_file.h"
#include "support.h"

namespace afterstate {
namespace {

using Values = NTupleNetwork<BasicBoard<3, 3>, ValueWeight>;
using Coherent = NTupleNetwork<BasicBoard<3, 3>, CoherenceWeight>;

/// Two stages of tables whose sizes are not multiples of a chunk; the values of the second table are a hundred times as
/// large.
NetworkShape some_shape(Promotion promotion) {
  const Size size{3, 3};
  return {size, parse_tuples("01234 034", size), 11, 0, parse_staging("512", size), promotion};
}

AnyNetwork some_network(Promotion promotion) {
  auto any = make_network(some_shape(promotion), WeightKind::coherence);
  const auto& shape = shape_of(any);
  const auto first_table = shape.entries(shape.tuples[0]);
  const auto weights = std::get<Coherent>(any).weights();
  for (std::uint64_t n = 0; n < weights.size(); ++n) {
    const auto random = random_block(3, n, 0, 0);
    if (uniform_below(random.first, 3) == 0) continue;
    const bool large = n % shape.weights_per_stage() >= first_table;
    weights[n].value.store((static_cast<float>(uniform_unit(random.second)) - 0.5F) * (large ? 200'000.0F : 2000.0F));
    weights[n].magnitude.store(static_cast<float>(n % 100));
  }
  return any;
}

TEST(Packing, LeavesOutWhatHardlyLearned) {
  const auto network = some_network(Promotion::none);
  const auto before = std::get<Coherent>(network).weights();
  const auto all = without_hardly_touched(network, 0);
  EXPECT_EQ(touched_weights(all), touched_weights(network));
  const auto fewer = without_hardly_touched(network, 30);
  const auto after = std::get<Values>(fewer).weights();
  for (std::size_t n = 0; n < before.size(); ++n)
    ASSERT_EQ(after[n].value.load(), before[n].magnitude.load() < 30 ? 0 : before[n].value.load());
  // Without sums of errors, nothing is left out.
  EXPECT_EQ(touched_weights(without_hardly_touched(fewer, 60)), touched_weights(fewer));
}

TEST(Packing, RoundsToTheNearestMultiple) {
  for (const auto promotion : {Promotion::none, Promotion::both}) {
    const auto network = some_network(promotion);
    auto rounded = without_hardly_touched(network, 0);
    const auto steps = packing_steps(rounded, 2);
    ASSERT_EQ(steps.size(), 4U);
    EXPECT_EQ(steps[0], 2);
    EXPECT_NEAR(steps[1], 100'000.0 / 32767, 0.2);
    round_values(rounded, steps);
    const auto before = std::get<Coherent>(network).weights();
    const auto after = std::get<Values>(rounded).weights();
    const auto& shape = shape_of(network);
    for (std::size_t n = 0; n < before.size(); ++n) {
      const bool second_table = n % shape.weights_per_stage() >= shape.entries(shape.tuples[0]);
      const auto step = steps[2 * (n / shape.weights_per_stage()) + (second_table ? 1 : 0)];
      const float value = before[n].value.load();
      const float nearest = after[n].value.load();
      EXPECT_LE(std::fabs(nearest - value), promotion == Promotion::none ? 0.501F * step : step);
      EXPECT_NEAR(nearest / step, std::round(nearest / step), 0.01);
      // If zeros are promoted, a learned value does not become zero.
      if (promotion != Promotion::none) {
        EXPECT_EQ(nearest == 0, value == 0);
      }
    }
  }
}

TEST(Packing, FilesKeepRoundedValuesToTheBit) {
  const TemporaryFolder folder;
  auto network = without_hardly_touched(some_network(Promotion::inter), 0);
  const auto steps = packing_steps(network, 0.37F);
  round_values(network, steps);
  const auto checksum = save_packed_model(folder / "p.ast", network, ModelCard{}, steps, 2);
  EXPECT_EQ(save_model(folder / "m.ast", network, ModelCard{}, 2), checksum);
  EXPECT_LT(std::filesystem::file_size(folder / "p.ast"), std::filesystem::file_size(folder / "m.ast") * 3 / 4);
  const auto model = load_model(folder / "p.ast");
  EXPECT_EQ(model.checksum, checksum);
  EXPECT_EQ(model.steps, steps);
  EXPECT_EQ(model.touched, touched_weights(network));
  const auto before = std::get<Values>(network).weights();
  const auto after = std::get<Values>(model.network).weights();
  for (std::size_t n = 0; n < before.size(); ++n) ASSERT_EQ(after[n].value.load(), before[n].value.load());
}

TEST(Packing, RefusesStepsOfAnotherNetwork) {
  const TemporaryFolder folder;
  auto network = without_hardly_touched(some_network(Promotion::none), 0);
  auto steps = packing_steps(network, 1);
  round_values(network, steps);
  steps[1] = -1;
  save_packed_model(folder / "p.ast", network, ModelCard{}, steps, 1);
  EXPECT_THROW(load_model(folder / "p.ast"), Failure);
}

TEST(Packing, FindsTheStepThatFits) {
  const auto network = without_hardly_touched(some_network(Promotion::none), 0);
  const auto bytes_with = [&](float step) { return packed_bytes(network, packing_steps(network, step), 1, 2); };
  EXPECT_EQ(step_that_fits(network, 1, bytes_with(1), 2), 1);
  const auto step = step_that_fits(network, 1, bytes_with(20), 2);
  EXPECT_GT(step, 5);
  EXPECT_LT(step, 80);
  EXPECT_THROW(step_that_fits(network, 1, 100, 2), UserError);
}

}  // namespace
}  // namespace afterstate
