#include "base/statistics.h"

#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

namespace afterstate {

namespace {
constexpr double z95 = 1.959963984540054;  // the 97.5 % quantile of the normal distribution

/// The probability that |t| is at most `t` for Student's distribution (Abramowitz & Stegun 26.7.3, 26.7.4).
double student_probability(double t, std::uint64_t degrees) {
  const double angle = std::atan(t / std::sqrt(static_cast<double>(degrees)));
  const double cosine = std::cos(angle);
  const bool odd = degrees % 2 == 1;
  double sum = 0;
  double term = odd ? cosine : 1;
  for (std::uint64_t power = odd ? 1 : 0; power + 2 <= degrees; power += 2) {
    sum += term;
    term *= cosine * cosine * static_cast<double>(power + 1) / static_cast<double>(power + 2);
  }
  return odd ? (angle + std::sin(angle) * sum) * 2 / std::numbers::pi : std::sin(angle) * sum;
}

/// The 97.5 % quantile of Student's distribution.
double t95(std::uint64_t degrees) {
  double low = z95;
  double high = 13;  // of one degree of freedom: 12.7
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (student_probability(middle, degrees) < 0.95 ? low : high) = middle;
  }
  return low;
}

}  // namespace

Estimate mean_of(std::span<const std::uint32_t> values) {
  assert(!values.empty());
  const auto n = static_cast<double>(values.size());
  double sum = 0;
  for (const auto value : values) sum += value;
  const double mean = sum / n;
  if (values.size() == 1) return {mean, std::numeric_limits<double>::quiet_NaN()};
  double squares = 0;
  for (const auto value : values) squares += (value - mean) * (value - mean);
  return {mean, z95 * std::sqrt(squares / (n - 1) / n)};
}

Share share_of(std::uint64_t count, std::uint64_t total) {
  assert(total > 0 && count <= total);
  const auto n = static_cast<double>(total);
  const double share = static_cast<double>(count) / n;
  const double shrink = 1 + z95 * z95 / n;
  const double centre = (share + z95 * z95 / (2 * n)) / shrink;
  const double half_width = z95 * std::sqrt(share * (1 - share) / n + z95 * z95 / (4 * n * n)) / shrink;
  // At 0 and 1 the interval ends there; rounding must not move that end.
  return {share, half_width + std::abs(centre - share), count == 0 ? 0 : centre - half_width,
          count == total ? 1 : centre + half_width};
}

Estimate RunningMean::estimate() const {
  if (count_ < 2) return {mean_, std::numeric_limits<double>::quiet_NaN()};
  return {mean_, z95 * std::sqrt(variance() / static_cast<double>(count_))};
}

Estimate RunningMean::student() const {
  if (count_ < 2) return {mean_, std::numeric_limits<double>::quiet_NaN()};
  return {mean_, t95(count_ - 1) * std::sqrt(variance() / static_cast<double>(count_))};
}

Estimate RunningMean::always_valid(std::uint64_t count) const {
  if (count < 2) return {mean_, std::numeric_limits<double>::infinity()};
  constexpr double alpha = 0.05;
  constexpr double narrowest_at = 1000;
  const double spread = -2 * std::log(alpha);
  const double rho2 = (spread + std::log(spread + 1)) / narrowest_at;
  const auto n = static_cast<double>(count);
  const double grown = n * rho2 + 1;
  return {mean_, std::sqrt(variance() * 2 * grown / (n * n * rho2) * std::log(std::sqrt(grown) / alpha))};
}

}  // namespace afterstate
