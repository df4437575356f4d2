#include "base/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace afterstate {

namespace {
constexpr double z95 = 1.959963984540054;  // the normal law's 97.5 % quantile
}

Estimate mean_of(std::span<const std::uint32_t> values) {
  assert(!values.empty());
  const auto n = static_cast<double>(values.size());
  double sum = 0;
  for (const auto value : values) sum += value;
  const double mean = sum / n;
  if (values.size() == 1) return {mean, 0};
  double squares = 0;
  for (const auto value : values) squares += (value - mean) * (value - mean);
  return {mean, z95 * std::sqrt(squares / (n - 1) / n)};
}

Estimate share_of(std::uint64_t count, std::uint64_t total) {
  assert(total > 0 && count <= total);
  const auto n = static_cast<double>(total);
  const double share = static_cast<double>(count) / n;
  const double spread = share * (1 - share) / n + z95 * z95 / (4 * n * n);
  return {share, z95 / (1 + z95 * z95 / n) * std::sqrt(spread)};
}

double median_of(std::vector<std::uint32_t> values) {
  assert(!values.empty());
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (static_cast<double>(*std::max_element(values.begin(), middle)) + *middle) / 2;
}

}  // namespace afterstate
