// Means and proportions with their 95 % confidence intervals.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace afterstate {

/// An estimate and half the width of its 95 % confidence interval.
struct Estimate {
  double value;
  double ci95;
};

/// The mean, with an interval by the normal approximation; summed in the order given, so that equal inputs give
/// bit-identical results. The interval of a single value is NaN.
Estimate mean_of(std::span<const std::uint32_t> values);

/// A proportion with Wilson's 95 % confidence interval, which lies within 0 and 1 and does not collapse to nothing
/// there. It is not centred on the proportion: `ci95` is half the width of the smallest centred one that contains it.
struct Share {
  double value;
  double ci95;
  double low;
  double high;
};

/// The proportion `count` / `total`.
Share share_of(std::uint64_t count, std::uint64_t total);

/// The middle value, or the mean of the two middle ones.
template <class Value>
double median_of(std::vector<Value> values) {
  assert(!values.empty());
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return static_cast<double>(*middle);
  return (static_cast<double>(*std::max_element(values.begin(), middle)) + static_cast<double>(*middle)) / 2;
}

/// Mean and variance of a stream of values.
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

  /// With an interval by the normal approximation, valid if the number of values was fixed in advance.
  Estimate estimate() const;

  /// With an interval by Student's t distribution: for a few values, such as the results of repeated runs.
  Estimate student() const;

  /// With an interval that may be checked after every value: with probability 95 % the true mean lies in all of them at
  /// once, so that sampling may stop as soon as the interval is conclusive (an asymptotic confidence sequence;
  /// Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas 2024). It is narrowest, for its kind, around a thousand values.
  Estimate always_valid() const { return always_valid(count_); }

  /// What always_valid() would be after `count` values with the same mean and variance.
  Estimate always_valid(std::uint64_t count) const;

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;  ///< sum of squared distances from the mean
};

}  // namespace afterstate
