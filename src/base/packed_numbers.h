// Numbers of a fixed width, packed into 64-bit words.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace afterstate {

/// The number of words for `count` numbers of `width` bits, padded so that the last number is no special case.
constexpr std::size_t packed_words(std::size_t count, int width) {
  return count * static_cast<std::size_t>(width) / 64 + 2;
}

/// The number at `index`; words out of range read as zero, so that damaged data cannot cause an out-of-bounds read.
inline std::uint64_t packed_number(std::span<const std::uint64_t> words, int width, std::size_t index) {
  const auto bit = index * static_cast<std::size_t>(width);
  const auto word = bit / 64;
  const auto shift = bit % 64;
  if (word + 1 >= words.size()) return 0;
  const auto both = words[word] >> shift | (words[word + 1] << 1) << (63 - shift);
  return both & ((std::uint64_t{1} << width) - 1);
}

/// Stores a number below 2^width; its bits must be zero before.
inline void pack_number(std::span<std::uint64_t> words, int width, std::size_t index, std::uint64_t number) {
  assert(width < 64 && number >> width == 0);
  const auto bit = index * static_cast<std::size_t>(width);
  const auto word = bit / 64;
  const auto shift = bit % 64;
  words[word] |= number << shift;
  words[word + 1] |= (number >> 1) >> (63 - shift);
}

}  // namespace afterstate
