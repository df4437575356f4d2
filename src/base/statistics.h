// Means and shares with their 95 % intervals.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace afterstate {

/// An estimate and half the width of its 95 % interval.
struct Estimate {
  double value;
  double ci95;
};

/// The mean by the normal law; summed in the order given, so that equal inputs give equal bytes. The interval of a
/// single value is not known: not a number.
Estimate mean_of(std::span<const std::uint32_t> values);

/// `count` of `total`. The interval is the least one around the share that holds Wilson's, which does not collapse to
/// nothing at 0 and 1.
Estimate share_of(std::uint64_t count, std::uint64_t total);

/// The middle value, or the mean of the two middle ones.
template <class Value>
double median_of(std::vector<Value> values) {
  assert(!values.empty());
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return static_cast<double>(*middle);
  return (static_cast<double>(*std::max_element(values.begin(), middle)) + static_cast<double>(*middle)) / 2;
}

/// Mean and variance of values that come one after another.
class RunningMean {
 public:
  void add(double value) {
    ++count_;
    const double before = value - mean_;
    mean_ += before / static_cast<double>(count_);
    squares_ += before * (value - mean_);
  }

  std::uint64_t count() const { return count_; }
  double mean() const { return mean_; }
  double variance() const { return count_ < 2 ? 0 : squares_ / static_cast<double>(count_ - 1); }

  /// With the interval by the normal law, for a number of values that was fixed before.
  Estimate estimate() const;

  /// With an interval that may be looked at after every value: with 95 % the mean lies in all of them at once, so that
  /// one may stop as soon as it decides something (an asymptotic confidence sequence; Waudby-Smith, Arbour, Sinha,
  /// Kennedy & Ramdas 2024). It is narrowest, for its kind, around a thousand values.
  Estimate always_valid() const;

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;  ///< sum of squared distances from the mean
};

}  // namespace afterstate
