// Means and shares with their 95 % intervals.
#pragma once

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
/// single value is not a number that is known: it is given as 0.
Estimate mean_of(std::span<const std::uint32_t> values);

/// `count` of `total` with Wilson's interval, which does not collapse to nothing at 0 and 1.
Estimate share_of(std::uint64_t count, std::uint64_t total);

/// The middle value, or the mean of the two middle ones.
double median_of(std::vector<std::uint32_t> values);

}  // namespace afterstate
