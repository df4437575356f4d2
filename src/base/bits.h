// Bit operations that the standard library lacks. Each intrinsic has a portable twin; the tests compare the two.
#pragma once

#include <bit>
#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace afterstate {

/// The position of the set bit of `mask` that has `n` set bits below it; `mask` has more than `n` set bits.
constexpr int nth_set_bit_portable(std::uint64_t mask, int n) {
  for (; n > 0; --n) mask &= mask - 1;
  return std::countr_zero(mask);
}

inline int nth_set_bit(std::uint64_t mask, int n) {
#ifdef __BMI2__
  return std::countr_zero(_pdep_u64(std::uint64_t{1} << n, mask));
#else
  return nth_set_bit_portable(mask, n);
#endif
}

/// The upper half of the 128-bit product: maps a uniform 64-bit `word` to a uniform number below `bound`.
constexpr std::uint64_t scale_to(std::uint64_t word, std::uint64_t bound) {
  __extension__ using Product = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Product>(word) * bound) >> 64);
}

}  // namespace afterstate
