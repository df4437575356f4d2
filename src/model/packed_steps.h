// Values in 16 bits, as stored in packed models: a number of steps, where each table has its own step.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "network/network_shape.h"

namespace afterstate {

/// The step of every weight: the same throughout the table of a tuple in one stage.
class Steps {
 public:
  Steps(const NetworkShape& shape, std::vector<float> steps) : steps_(std::move(steps)) {
    for (int stage = 0; stage < shape.staging.count(); ++stage)
      for (const auto tuple : shape.tuples) ends_.push_back(shape.entries(tuple) + (ends_.empty() ? 0 : ends_.back()));
  }

  /// Calls `visit(first, end, step)` for the parts of the weights from `first` to `end` that share one step.
  template <class Visit>
  void for_each_part(std::uint64_t first, std::uint64_t end, Visit&& visit) const {
    auto table = static_cast<std::size_t>(std::ranges::upper_bound(ends_, first) - ends_.begin());
    for (; first < end; ++table) {
      const auto part_end = std::min(end, ends_[table]);
      visit(first, part_end, steps_[table]);
      first = part_end;
    }
  }

 private:
  std::vector<float> steps_;
  std::vector<std::uint64_t> ends_;
};

/// Values in memory, `spacing` floats apart.
struct SpacedValues {
  const float* data;
  std::size_t spacing;
};

/// Packs `count` values from the weight `first` on: the number of steps of each, with the sign in the lowest bit, all
/// lower bytes before all upper ones. Empty if all are zero.
inline std::span<const std::byte> pack_steps(SpacedValues values, const Steps& steps, std::uint64_t first,
                                             std::uint64_t count, std::vector<std::byte>& scratch) {
  scratch.resize(2 * count);
  std::uint32_t any = 0;
  steps.for_each_part(first, first + count, [&](std::uint64_t from, std::uint64_t to, float step) {
    for (auto n = from - first; n < to - first; ++n) {
      const auto many = static_cast<std::int32_t>(std::lrint(values.data[n * values.spacing] / step));
      const auto bits = many < 0 ? static_cast<std::uint32_t>(-2 * many - 1) : static_cast<std::uint32_t>(2 * many);
      any |= bits;
      scratch[n] = static_cast<std::byte>(bits & 255U);
      scratch[n + count] = static_cast<std::byte>(bits >> 8U);
    }
  });
  return any == 0 ? std::span<const std::byte>{} : std::span<const std::byte>{scratch};
}

/// The inverse of pack_steps().
inline void unpack_steps(std::span<const std::byte> raw, const Steps& steps, std::uint64_t first, float* values) {
  const auto count = raw.size() / 2;
  steps.for_each_part(first, first + count, [&](std::uint64_t from, std::uint64_t to, float step) {
    for (auto n = from - first; n < to - first; ++n) {
      const auto bits = static_cast<std::uint32_t>(raw[n]) | static_cast<std::uint32_t>(raw[n + count]) << 8U;
      const auto many = static_cast<std::int32_t>(bits >> 1U);
      values[n] = static_cast<float>((bits & 1U) != 0 ? -many - 1 : many) * step;
    }
  });
}

}  // namespace afterstate
