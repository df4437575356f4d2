// Stateless random numbers: Random123's Philox4x32-10, a pure function of a key and a counter
// (Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3").
#pragma once

#include <Random123/philox.h>

#include <cstdint>

#include "base/bits.h"

namespace afterstate {

/// 128 random bits.
struct RandomBlock {
  std::uint64_t first;
  std::uint64_t second;
};

/// The block of one seed and counter: the same on every machine and in any order of calls.
inline RandomBlock random_block(std::uint64_t seed, std::uint64_t stream, std::uint32_t step, std::uint32_t purpose) {
  const auto low = [](std::uint64_t word) { return static_cast<std::uint32_t>(word); };
  const auto high = [](std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); };
  const auto join = [](std::uint32_t lower, std::uint32_t upper) { return lower | std::uint64_t{upper} << 32; };
  const r123::Philox4x32::ctr_type counter{{low(stream), high(stream), step, purpose}};
  const r123::Philox4x32::key_type key{{low(seed), high(seed)}};
  const auto words = r123::Philox4x32{}(counter, key);
  return {join(words[0], words[1]), join(words[2], words[3])};
}

/// An integer from 0 to `bound` - 1; the bias is less than `bound` / 2^64.
constexpr std::uint64_t uniform_below(std::uint64_t word, std::uint64_t bound) { return scale_to(word, bound); }

/// A number in [0, 1) with 53 random bits, so that "< p" is never true for p = 0 and always true for p = 1.
constexpr double uniform_unit(std::uint64_t word) { return static_cast<double>(word >> 11) * 0x1p-53; }

}  // namespace afterstate
