// A sorted list of distinct numbers in little more than the bits it must have, with the rank of any number in a few
// reads (Elias 1974, Fano 1971).
//
// The lower bits of each number lie packed side by side. The upper bits are a list that only grows, written in unary: a
// zero for each step, a one for each number, so that the numbers with the upper bits h stand between the h-th zero and
// the next. A sample of where the zeros are makes the h-th one quick to find.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace afterstate {

/// Sees words that lie elsewhere, such as in a mapped file. Whatever the words hold, it never reads outside them.
class EliasFano {
 public:
  EliasFano() = default;

  /// `words` are what encode() gave for `count` numbers, the largest of them `largest`.
  EliasFano(std::span<const std::uint64_t> words, std::size_t count, std::uint64_t largest);

  /// The words of numbers that ascend.
  static std::vector<std::uint64_t> encode(std::span<const std::uint64_t> numbers);

  /// How many words encode() gives.
  static std::size_t word_count(std::size_t count, std::uint64_t largest);

  std::size_t size() const { return count_; }

  /// How many numbers are below `number`, where it is in the list.
  std::optional<std::size_t> rank(std::uint64_t number) const;

  /// All numbers in their order.
  std::vector<std::uint64_t> decode() const;

 private:
  std::size_t count_ = 0;
  std::uint64_t largest_ = 0;
  int low_bits_ = 0;
  std::span<const std::uint64_t> samples_;  ///< two to a word: the bit after every 64th zero
  std::span<const std::uint64_t> low_;
  std::span<const std::uint64_t> high_;
};

}  // namespace afterstate
