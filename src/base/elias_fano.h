// A sorted list of distinct numbers in close to the minimum number of bits, with the rank of any number in a few reads
// (Elias 1974, Fano 1971).
//
// The lower bits of the numbers are packed side by side. The upper bits form a non-decreasing sequence, written in
// unary: a zero for each increment, a one for each number, so the numbers with upper bits h are between the h-th zero
// and the next. Sampled positions of the zeros make the h-th zero quick to find.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace afterstate {

/// A view of words stored elsewhere, such as in a mapped file. Never reads out of bounds, whatever the words contain.
class EliasFano {
 public:
  EliasFano() = default;

  /// `words` is the result of encode() for `count` numbers, the largest of which is `largest`.
  EliasFano(std::span<const std::uint64_t> words, std::size_t count, std::uint64_t largest);

  /// `numbers` must be strictly ascending.
  static std::vector<std::uint64_t> encode(std::span<const std::uint64_t> numbers);

  /// The number of words that encode() returns.
  static std::size_t word_count(std::size_t count, std::uint64_t largest);

  std::size_t size() const { return count_; }

  /// How many numbers of the list are below `number`; nothing if `number` is not in the list.
  std::optional<std::size_t> rank(std::uint64_t number) const;

  /// All numbers, ascending.
  std::vector<std::uint64_t> decode() const;

 private:
  std::size_t count_ = 0;
  std::uint64_t largest_ = 0;
  int low_bits_ = 0;
  std::span<const std::uint64_t> samples_;  ///< two per word: the bit after every 64th zero
  std::span<const std::uint64_t> low_;
  std::span<const std::uint64_t> high_;
};

}  // namespace afterstate
