#include "model/packing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "model/model_file.h"

namespace afterstate {

namespace {

constexpr float max_steps = 32767;
constexpr float coarsest_step = 256;

/// Calls `visit(first, end)` with the numbers of the weights of every table of every stage, in their order.
template <class Visit>
void for_each_table(const NetworkShape& shape, Visit&& visit) {
  std::uint64_t first = 0;
  for (int stage = 0; stage < shape.staging.count(); ++stage)
    for (const auto tuple : shape.tuples) {
      const auto end = first + shape.entries(tuple);
      visit(first, end);
      first = end;
    }
}

}  // namespace

AnyNetwork without_hardly_touched(const AnyNetwork& network, float min_errors) {
  auto result = make_network(shape_of(network), WeightKind::values);
  const auto from = rows_of(network);
  const auto to = rows_of(result);
  const bool has_errors = weight_kind_of(network) == WeightKind::coherence;
  constexpr std::size_t magnitude = 2;  // CoherenceWeight: value, errors, magnitude
  for (std::uint64_t n = 0; n < from.count; ++n) {
    if (has_errors && from.row(n)[magnitude] < min_errors) continue;
    if (const float value = from.value(n); value != 0) to.value(n) = value;
  }
  return result;
}

std::uint64_t touched_weights(const AnyNetwork& network) {
  const auto rows = rows_of(network);
  std::uint64_t touched = 0;
  for (std::uint64_t n = 0; n < rows.count; ++n) touched += rows.value(n) != 0 ? 1 : 0;
  return touched;
}

std::vector<float> packing_steps(const AnyNetwork& network, float step) {
  std::vector<float> steps;
  const auto rows = rows_of(network);
  for_each_table(shape_of(network), [&](std::uint64_t first, std::uint64_t end) {
    float largest = 0;
    for (auto n = first; n < end; ++n) largest = std::max(largest, std::fabs(rows.value(n)));
    steps.push_back(std::max(step, largest / max_steps));
  });
  return steps;
}

void round_values(AnyNetwork& network, const std::vector<float>& steps) {
  const auto rows = rows_of(network);
  const bool zero_is_unset = shape_of(network).promotion != Promotion::none;
  auto step = steps.begin();
  for_each_table(shape_of(network), [&](std::uint64_t first, std::uint64_t end) {
    for (auto n = first; n < end; ++n)
      if (const float value = rows.value(n); value != 0) {
        const float many = std::clamp(std::nearbyint(value / *step), -max_steps, max_steps);
        const float smallest = zero_is_unset ? std::copysign(1.0F, value) : 0.0F;  // not minus zero
        rows.value(n) = (many == 0 ? smallest : many) * *step;
      }
    ++step;
  });
}

float step_that_fits(const AnyNetwork& network, float least, std::uint64_t max_bytes, int threads) {
  // A prime, so that the sample does not always hit the same tiles.
  const int one_chunk_in = shape_of(network).weights() < (1U << 24U) ? 1 : 13;
  const auto fits = [&](float step) {
    return packed_bytes(network, packing_steps(network, step), one_chunk_in, threads) <= max_bytes;
  };
  if (fits(least)) return least;
  if (!fits(coarsest_step))
    throw UserError{
        fmt::format("the packed network exceeds {:.1f} MB even with the coarsest values; drop more weights "
                    "(--min-errors) or raise the limit (--max-mb)",
                    static_cast<double>(max_bytes) / 1e6)};
  float coarse = coarsest_step;
  while (coarse > 1.04F * least) {
    const float middle = std::sqrt(least * coarse);
    (fits(middle) ? coarse : least) = middle;
  }
  return coarse;
}

}  // namespace afterstate
