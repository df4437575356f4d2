#include "value/packing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "value/model_file.h"

namespace afterstate {

namespace {

constexpr float most_steps = 32767;
constexpr float coarsest_step = 256;

/// Calls `visit(weights)` for every table of every stage, in the order of the weights.
template <class Network, class Visit>
void for_each_table(Network& network, Visit&& visit) {
  auto rest = network.weights();
  for (int stage = 0; stage < network.shape().staging.count(); ++stage)
    for (const auto tuple : network.shape().tuples) {
      const auto entries = network.shape().entries(tuple);
      visit(rest.first(entries));
      rest = rest.subspan(entries);
    }
}

}  // namespace

AnyNetwork without_hardly_touched(const AnyNetwork& network, float least_errors) {
  auto result = make_network(shape_of(network), Keep::values);
  std::visit(
      [&](const auto& source, auto& target) {
        const auto from = source.weights();
        const auto to = target.weights();
        for (std::size_t n = 0; n < from.size(); ++n) {
          if constexpr (requires { from[n].magnitude; })
            if (from[n].magnitude.load() < least_errors) continue;
          if (const float value = from[n].value.load(); value != 0) to[n].value.store(value);
        }
      },
      network, result);
  return result;
}

std::uint64_t touched_weights(const AnyNetwork& network) {
  return std::visit(
      [](const auto& one) {
        return static_cast<std::uint64_t>(
            std::ranges::count_if(one.weights(), [](const auto& weight) { return weight.value.load() != 0; }));
      },
      network);
}

std::vector<float> packing_steps(const AnyNetwork& network, float step) {
  std::vector<float> steps;
  std::visit(
      [&](const auto& one) {
        for_each_table(one, [&](const auto& table) {
          float largest = 0;
          for (const auto& weight : table) largest = std::max(largest, std::fabs(weight.value.load()));
          steps.push_back(std::max(step, largest / most_steps));
        });
      },
      network);
  return steps;
}

void round_values(AnyNetwork& network, const std::vector<float>& steps) {
  const bool zero_is_unset = shape_of(network).promotion != Promotion::none;
  std::visit(
      [&](auto& one) {
        auto step = steps.begin();
        for_each_table(one, [&](const auto& table) {
          for (auto& weight : table)
            if (const float value = weight.value.load(); value != 0) {
              const float many = std::clamp(std::nearbyint(value / *step), -most_steps, most_steps);
              const float least = zero_is_unset ? std::copysign(1.0F, value) : 0.0F;  // not minus zero
              weight.value.store((many == 0 ? least : many) * *step);
            }
          ++step;
        });
      },
      network);
}

float step_that_fits(const AnyNetwork& network, float least, std::uint64_t most_bytes, int threads) {
  // A prime, so that it does not always meet the same tiles.
  const int one_chunk_in = shape_of(network).weights() < (1U << 24U) ? 1 : 13;
  const auto fits = [&](float step) {
    return packed_bytes(network, packing_steps(network, step), one_chunk_in, threads) <= most_bytes;
  };
  if (fits(least)) return least;
  if (!fits(coarsest_step))
    throw UserError{
        fmt::format("packed, the network takes more than {:.1f} MB however coarse its values are: leave more "
                    "weights out (--least-errors), or allow more (--max-mb)",
                    static_cast<double>(most_bytes) / 1e6)};
  float coarse = coarsest_step;
  while (coarse > 1.04F * least) {
    const float middle = std::sqrt(least * coarse);
    (fits(middle) ? coarse : least) = middle;
  }
  return coarse;
}

}  // namespace afterstate
