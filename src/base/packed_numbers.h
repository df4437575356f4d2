// Numbers of a fixed width, one after another in 64-bit words.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace afterstate {

/// The words that `count` numbers of `width` bits take, and a little more, so that the last is read and written like
/// all.
constexpr std::size_t packed_words(std::size_t count, int width) {
  return count * static_cast<std::size_t>(width) / 64 + 2;
}

/// The number at `index`; words that are not there read as zero, so that no content leads outside.
inline std::uint64_t packed_number(std::span<const std::uint64_t> words, int width, std::size_t index) {
  const auto bit = index * static_cast<std::size_t>(width);
  const auto word = bit / 64;
  const auto shift = bit % 64;
  if (word + 1 >= words.size()) return 0;
  const auto both = words[word] >> shift | (words[word + 1] << 1) << (63 - shift);
  return both & ((std::uint64_t{1} << width) - 1);
}

/// Numbers below 2^width into words that are zero.
inline void pack_number(std::span<std::uint64_t> words, int width, std::size_t index, std::uint64_t number) {
  assert(width < 64 && number >> width == 0);
  const auto bit = index * static_cast<std::size_t>(width);
  const auto word = bit / 64;
  const auto shift = bit % 64;
  words[word] |= number << shift;
  words[word + 1] |= (number >> 1) >> (63 - shift);
}

}  // namespace afterstate
